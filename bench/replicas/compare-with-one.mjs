import { median } from '../measure-load.mjs'
import { startCpuMeter } from '../start-service.mjs'

/** @typedef {import('./world.d.ts').World} World */

const ROUNDS = 5
const ASKERS = 6
/** V8 compiles for thousands of turns, and each of three replicas answers a third of them. */
const WARM_SECONDS = 90

/**
 * Asks the same question through one replica and through three, rounds interleaved, and says turns a second and CPU per turn
 * of three against one. More replicas give more turns where each has its own cores; elsewhere a turn must not cost more.
 *
 * @param {World} world
 * @param {string} agentId
 */
export async function compareWithOne({ client, ports, replicas, say, seconds }, agentId) {
  const sessions = await Promise.all(
    Array.from({ length: ASKERS }, async (_, index) => {
      const body = { name: `Compare ${index}`, persona_id: 1, agent_id: agentId }
      return (await client.call('POST /chat/session/new', { body })).session_id
    }),
  )

  /** @param {readonly number[]} used */
  async function measure(used, forSeconds = seconds / ROUNDS) {
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
  const measured = []
  for (let round = 0; round < ROUNDS; round++)
    measured.push({ one: await measure(ports.slice(0, 1)), three: await measure(ports) })
  const of = (/** @type {'one' | 'three'} */ side, /** @type {'perSecond' | 'cpuMs'} */ what) =>
    median(measured.map((round) => round[side][what])).toFixed(1)
  const ratio = (/** @type {'perSecond' | 'cpuMs'} */ what) =>
    median(measured.map(({ one, three }) => three[what] / one[what])).toFixed(2)
  say(
    'turns a second, three replicas ÷ one',
    `${ratio('perSecond')} (${of('three', 'perSecond')} and ${of('one', 'perSecond')})`,
  )
  say(
    'CPU of a turn, three replicas ÷ one',
    `${ratio('cpuMs')} (${of('three', 'cpuMs')} and ${of('one', 'cpuMs')} ms)`,
  )
}
