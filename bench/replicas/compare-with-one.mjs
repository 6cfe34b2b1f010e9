import { median } from '../measure-load.mjs'
import { startCpuMeter } from '../start-service.mjs'

/** @typedef {import('./world.d.ts').World} World */

const ROUNDS = 9
const ROUND_SECONDS = 5
const ASKERS = 6
/** V8 compiles for thousands of turns, and each of three replicas answers a third of them. */
const WARM_SECONDS = 90

/**
 * Asks the same question through one replica and through three, rounds interleaved, and says turns a second and CPU per turn
 * of three against one. More replicas give more turns where each has its own cores; elsewhere a turn must not cost more. What
 * another single replica takes against the first shows how far figures differ by chance.
 *
 * @param {World} world
 * @param {string} agentId
 */
export async function compareWithOne({ client, ports, replicas, say }, agentId) {
  const sessions = await Promise.all(
    Array.from({ length: ASKERS }, async (_, index) => {
      const body = { name: `Compare ${index}`, persona_id: 1, agent_id: agentId }
      return (await client.call('POST /chat/session/new', { body })).session_id
    }),
  )

  /** @param {readonly number[]} used */
  async function measure(used, forSeconds = ROUND_SECONDS) {
    let turns = 0
    const spent = await startCpuMeter(...used.map((port) => replicas.get(port)?.pid ?? 0))
    const startedAt = performance.now()
    const endAt = startedAt + forSeconds * 1000
    await Promise.all(
      sessions.map(async (session_id, asker) => {
        const port = used[asker % used.length]
        const body = { session_id, query: 'What is the total of apples by orchard?' }
        while (performance.now() < endAt) {
          await client.call('POST /chat/query', { port, body })
          turns++
        }
      }),
    )
    const elapsed = (performance.now() - startedAt) / 1000
    return { perSecond: turns / elapsed, cpuMs: (1000 * (await spent())) / turns }
  }

  for (const port of ports) await measure([port], WARM_SECONDS / ports.length)
  const sides = { one: ports.slice(0, 1), another: ports.slice(1, 2), three: ports }
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    /** @type {Record<string, Measured>} */
    const figures = {}
    // Turned in each round, because a session that grows makes later turns dearer.
    for (const [side, used] of turned(Object.entries(sides), round)) figures[side] = await measure(used)
    rounds.push(figures)
  }
  const of = (/** @type {string} */ side, /** @type {keyof Measured} */ what) =>
    median(rounds.map((figures) => figures[side]?.[what] ?? 0)).toFixed(1)
  const ratios = (/** @type {string} */ side, /** @type {keyof Measured} */ what) => {
    const each = rounds.map((figures) => (figures[side]?.[what] ?? 0) / (figures.one?.[what] ?? 1))
    const [low, high] = [Math.min(...each).toFixed(2), Math.max(...each).toFixed(2)]
    return `${median(each).toFixed(2)} (${low} to ${high}; ${of(side, what)} and ${of('one', what)})`
  }
  say('turns a second, three replicas ÷ one', ratios('three', 'perSecond'))
  say('CPU ms of a turn, three replicas ÷ one', ratios('three', 'cpuMs'))
  say('the same, another single replica ÷ one', ratios('another', 'cpuMs'))
}

/** @typedef {{ perSecond: number, cpuMs: number }} Measured */

/** @template One @param {readonly One[]} items @param {number} count @returns {One[]} */
function turned(items, count) {
  const from = count % items.length
  return [...items.slice(from), ...items.slice(0, from)]
}
