import { setTimeout as sleep } from 'node:timers/promises'
import { createAgent } from './create-agent.mjs'
import { openStream } from './open-stream.mjs'
import { runStatus } from './run-status.mjs'

/** @typedef {import('./world.d.ts').World} World */

/** A lease lives 30 seconds, and expired ones are closed every 15. */
const CLOSED_MS = 90_000

/**
 * Kills a replica while its answer waits for the model. Another one closes the run and answers the next question.
 *
 * @param {World} world
 */
export async function killInAnswer({ client, ports, replicas, start, model, check }) {
  const [victim = 0, other = 0] = ports
  const { openSession } = await createAgent(client, { name: 'Killed', modelOrigin: model.origin })
  const session_id = await openSession('Killed')
  await model.hold()
  const { runId } = await openStream(client.token, victim, { session_id, query: 'Hello' })
  await model.untilHeld()
  await replicas.get(victim)?.end('SIGKILL')
  replicas.delete(victim)
  await model.release()
  const startedAt = performance.now()
  let status = 'running'
  while (status === 'running' && performance.now() - startedAt < CLOSED_MS) {
    await sleep(500)
    status = await runStatus(client, { runId, port: other })
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  check(
    'a run whose replica was killed is closed by another',
    status === 'interrupted',
    `${status} after ${seconds} s`,
  )
  const answer = await client.call('POST /chat/query', { port: other, body: { session_id, query: 'Again' } })
  check('the chat goes on through another replica', answer.status === 'ok', answer.status)
  replicas.set(victim, await start(victim))
}
