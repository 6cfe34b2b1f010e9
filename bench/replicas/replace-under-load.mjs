import { setTimeout as sleep } from 'node:timers/promises'

/** @typedef {import('./world.d.ts').World} World */

const SESSIONS = 40

/**
 * Asks at a steady rate through the proxy while every replica is stopped and the new release started in its place. Counts what failed, and
 * what was acknowledged and is missing afterwards.
 *
 * @param {World} world
 * @param {string} agentId
 */
export async function replaceUnderLoad(
  { client, ports, replicas, start, upgrade, check, say, ...world },
  agentId,
) {
  const sessions = await Promise.all(
    Array.from({ length: SESSIONS }, async (_, index) => {
      const body = { name: `Load ${index}`, persona_id: 1, agent_id: agentId }
      return (await client.call('POST /chat/session/new', { body })).session_id
    }),
  )
  const free = [...sessions]
  /** @type {string[]} */
  const failed = []
  /** @type {Map<string, number>} answers by session */
  const answered = new Map()
  /** @type {Set<Promise<void>>} */
  const open = new Set()
  let [isRunning, skipped] = [true, 0]

  async function ask() {
    const session_id = free.shift()
    if (session_id === undefined) {
      skipped++
      return
    }
    try {
      await client.call('POST /chat/query', { body: { session_id, query: 'Hello' } })
      answered.set(session_id, (answered.get(session_id) ?? 0) + 1)
    } catch (error) {
      // The cause says whose connection broke.
      failed.push(error instanceof Error ? `${error.message} ${error.cause ?? ''}`.trim() : String(error))
    }
    free.push(session_id)
  }

  const load = (async () => {
    while (isRunning) {
      const asking = ask().finally(() => open.delete(asking))
      open.add(asking)
      await sleep(1000 / world.perSecond)
    }
  })()
  const startedAt = performance.now()
  upgrade()
  for (const port of ports) {
    // The proxy learns of a stop by its first refusal, as a proxy without health checks does.
    await replicas.get(port)?.end('SIGTERM')
    replicas.delete(port)
    replicas.set(port, await start(port))
  }
  await sleep(Math.max(0, world.seconds * 1000 - (performance.now() - startedAt)))
  isRunning = false
  await load
  await Promise.all(open)
  const total = [...answered.values()].reduce((sum, count) => sum + count, 0)
  const seconds = (performance.now() - startedAt) / 1000
  say(
    'turns while replicas were replaced',
    `${total} in ${seconds.toFixed(0)} s (${(total / seconds).toFixed(1)}/s), ${skipped} not asked because all chats were busy`,
  )
  const kinds = [...new Set(failed)].slice(0, 3).join('; ')
  check('no request failed', failed.length === 0, `${failed.length} failed ${kinds}`)
  await countLost({ client, check }, answered)
}

/** @param {Pick<World, 'client' | 'check'>} world @param {Map<string, number>} answered */
async function countLost({ client, check }, answered) {
  let lost = 0
  for (const [session, count] of answered) {
    const { messages } = await client.call(`GET /chat/session/${session}`)
    lost += Math.max(0, count - messages.filter((/** @type {any} */ { role }) => role === 'assistant').length)
  }
  check('no acknowledged turn is missing', lost === 0, lost)
}
