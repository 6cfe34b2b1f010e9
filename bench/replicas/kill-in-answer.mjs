import { setTimeout as sleep } from 'node:timers/promises'
import { openStream } from './open-stream.mjs'

/** @typedef {import('./world.d.ts').World} World */

const QUESTION = 'What was the average maximum temperature in Seattle by month? Show it as a line chart.'
/** A lease lives 30 seconds, and expired ones are closed every 15. */
const CLOSED_MS = 90_000

/**
 * Kills a replica after the first event of its answer. Another one closes the run and answers the next question.
 *
 * @param {World} world
 * @param {string} agentId
 */
export async function killInAnswer({ client, ports, replicas, start, check }, agentId) {
  const [victim = 0, other = 0] = ports
  const session = { name: 'Killed', persona_id: 1, agent_id: agentId }
  const { session_id } = await client.call('POST /chat/session/new', { body: session })
  const { runId } = await openStream(client.token, victim, { session_id, query: QUESTION })
  await replicas.get(victim)?.end('SIGKILL')
  replicas.delete(victim)
  const startedAt = performance.now()
  let status = 'running'
  while (performance.now() - startedAt < CLOSED_MS) {
    const { runs } = await client.call('GET /chat/run?limit=50', { port: other })
    status = runs.find((/** @type {any} */ run) => run.run_id === runId)?.status ?? 'missing'
    if (status !== 'running') break
    await sleep(500)
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  check(
    'a run whose replica was killed is closed by another',
    status === 'interrupted' || status === 'ok',
    `${status} after ${seconds} s`,
  )
  const answer = await client.call('POST /chat/query', { port: other, body: { session_id, query: QUESTION } })
  check('the chat goes on through another replica', answer.status === 'ok', answer.status)
  replicas.set(victim, await start(victim))
}
