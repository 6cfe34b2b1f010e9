import { setTimeout as sleep } from 'node:timers/promises'
import { createAgent } from './create-agent.mjs'
import { openStream } from './open-stream.mjs'
import { runStatus } from './run-status.mjs'

/** @typedef {import('./world.d.ts').World} World */

const CANCELLED_MS = 30_000
/** More than the burst of 100 and what the bucket gains in a few seconds, at 20 a second. */
const ATTEMPTS = 600
const AT_ONCE = 30

/**
 * What one replica does takes effect on all: a cancelled run, the operator's templates, and the limit of sign-ins.
 *
 * @param {World} world
 */
export async function shareThroughAll(world) {
  await cancelThroughAnother(world)
  await readTemplates(world)
  await countSignIns(world)
}

/** @param {World} world */
async function cancelThroughAnother({ client, ports, model, check }) {
  const [one = 0, other = 0] = ports
  const { openSession } = await createAgent(client, { name: 'Slow', modelOrigin: model.origin })
  const session_id = await openSession('Cancelled')
  await model.hold()
  const { runId, ended } = await openStream(client.token, one, { session_id, query: 'Hello' })
  await model.untilHeld()
  await client.call(`POST /chat/run/${runId}/cancel`, { port: other })
  const hasEnded = await Promise.race([ended.then(() => true), sleep(CANCELLED_MS).then(() => false)])
  await model.release()
  const status = await runStatus(client, { runId, port: other })
  const isCancelled = hasEnded && status === 'cancelled'
  check('a run that waits for its model is cancelled through another replica', isCancelled, status)
}

/** @param {World} world */
async function readTemplates({ client, ports, check }) {
  const seen = await Promise.all(ports.map((port) => client.call('GET /llm_config_template', { port })))
  const texts = new Set(seen.map((templates) => JSON.stringify(templates)))
  check(
    'all replicas offer the same templates',
    texts.size === 1 && [...texts][0]?.includes('Offered') === true,
  )
}

/** @param {World} world */
async function countSignIns({ ports, check }) {
  const startedAt = performance.now()
  const wallet = '0x00000000000000000000000000000000000000aa'
  const statuses = []
  for (let asked = 0; asked < ATTEMPTS; asked += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, async (_, index) => {
      const port = ports[index % ports.length]
      const reply = await fetch(`http://127.0.0.1:${port}/api/auth/challenge?wallet=${wallet}`)
      await reply.arrayBuffer()
      return reply.status
    })
    statuses.push(...(await Promise.all(batch)))
  }
  const allowed = statuses.filter((status) => status === 200).length
  const most = 100 + 20 * Math.ceil((performance.now() - startedAt) / 1000)
  const isShared =
    allowed > 0 && allowed <= most && statuses.every((status) => status === 200 || status === 429)
  check(
    'all replicas count sign-ins together',
    isShared,
    `${allowed} of ${ATTEMPTS} allowed, ${most} at most`,
  )
}
