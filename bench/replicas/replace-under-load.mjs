import { setTimeout as sleep } from 'node:timers/promises'
import { askAboutFile } from './ask-through-each.mjs'
import { watchSchema } from './watch-schema.mjs'

/** @typedef {import('./world.d.ts').World} World */
/** @typedef {import('./watch-schema.mjs').Answer} Answer */

const SESSIONS = 40
/** Of ten turns one reads a file, and one draws a chart, which is stored. The others have no tools. */
const QUERIES = Array.from({ length: 10 }, () => 'Hello')
QUERIES[4] = 'What is the total of apples by orchard?'
QUERIES[9] = 'What was the average maximum temperature in Seattle by month? Show it as a line chart.'

/**
 * Asks at a steady rate through the proxy while every replica is stopped and the new release started in its place. Counts
 * what failed, and what was acknowledged and is missing afterwards, and says which migrations ran.
 *
 * @param {World} world
 * @param {string} agentId
 */
export async function replaceUnderLoad(world, agentId) {
  const { database, ports, replicas, start, upgrade, check, say, installation } = world
  const stopLoad = await startLoad(world, agentId)
  const tellSchema = await watchSchema(database.current.url)
  const startedAt = performance.now()
  let firstNewAt = 0
  upgrade()
  for (const port of ports) {
    // The proxy learns of a stop by its first refusal, as a proxy without health checks does.
    await replicas.get(port)?.end('SIGTERM')
    replicas.delete(port)
    replicas.set(port, await start(port))
    firstNewAt ||= Date.now()
  }
  await sleep(Math.max(0, world.seconds * 1000 - (performance.now() - startedAt)))
  const { answers, failed, skipped } = await stopLoad()
  const seconds = (performance.now() - startedAt) / 1000
  say(
    'turns while replicas were replaced',
    `${answers.length} in ${seconds.toFixed(0)} s (${(answers.length / seconds).toFixed(1)}/s), ${skipped} not asked because all chats were busy`,
  )
  const kinds = [...new Set(failed)].slice(0, 3).join('; ')
  check('no request failed', failed.length === 0, `${failed.length} failed ${kinds}`)
  await countLost(world, answers)
  await tellSchema({ answers, firstNewAt, say, check })
  say('replicas run', installation().name)
  await askAboutFile(world, agentId, 'after the upgrade')
}

/**
 * @param {World} world
 * @param {string} agentId
 * @returns {Promise<() => Promise<{ answers: Answer[], failed: string[], skipped: number }>>} stops asking and waits for the last answers
 */
async function startLoad({ client, perSecond }, agentId) {
  const free = await Promise.all(
    Array.from({ length: SESSIONS }, async (_, index) => {
      const body = { name: `Load ${index}`, persona_id: 1, agent_id: agentId }
      return (await client.call('POST /chat/session/new', { body })).session_id
    }),
  )
  /** @type {Answer[]} */
  const answers = []
  /** @type {string[]} */
  const failed = []
  /** @type {Set<Promise<void>>} */
  const open = new Set()
  let [isRunning, skipped, asked] = [true, 0, 0]

  async function ask() {
    const session = free.shift()
    if (session === undefined) {
      skipped++
      return
    }
    const [askedAt, query] = [Date.now(), QUERIES[asked++ % QUERIES.length]]
    try {
      await client.call('POST /chat/query', { body: { session_id: session, query } })
      answers.push({ session, askedAt, answeredAt: Date.now() })
    } catch (error) {
      // The cause says whose connection broke.
      failed.push(error instanceof Error ? `${error.message} ${error.cause ?? ''}`.trim() : String(error))
    }
    free.push(session)
  }

  const load = (async () => {
    while (isRunning) {
      const asking = ask().finally(() => open.delete(asking))
      open.add(asking)
      await sleep(1000 / perSecond)
    }
  })()
  return async () => {
    isRunning = false
    await load
    await Promise.all(open)
    return { answers, failed, skipped }
  }
}

/** @param {Pick<World, 'client' | 'check'>} world @param {readonly Answer[]} answers */
async function countLost({ client, check }, answers) {
  let lost = 0
  for (const [session, { length }] of Map.groupBy(answers, ({ session: own }) => own)) {
    const { messages } = await client.call(`GET /chat/session/${session}`)
    const kept = messages.filter((/** @type {any} */ { role }) => role === 'assistant').length
    lost += Math.max(0, length - kept)
  }
  check('no acknowledged turn is missing', lost === 0, lost)
}
