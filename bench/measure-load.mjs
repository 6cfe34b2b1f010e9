import { Pool } from 'undici'

/**
 * Sends the same request repeatedly from `connections` clients for `seconds`.
 *
 * @param {{ origin: string, request: { path: string, method: string, headers: Record<string, string>, body:
 * string }, connections: number, seconds: number }} load
 */
export function measureLoad({ origin, request, connections, seconds }) {
  const turn = async (pool) => {
    const { statusCode, body } = await pool.request(request)
    await body.dump()
    return statusCode === 200
  }
  return measureTurns({ origin, turn, clients: connections, seconds })
}

/**
 * Has each of `clients` clients repeat its turn for `seconds`. A turn receives the pool of connections and
 * the client's number, and returns whether it succeeded.
 *
 * @param {{ origin: string, turn: (pool: Pool, client: number) => Promise<boolean>, clients: number, seconds: number }} load
 * @returns {Promise<{ count: number, perSecond: number, p50Ms: number, p99Ms: number, failures: number }>}
 */
export async function measureTurns({ origin, turn, clients, seconds }) {
  const pool = new Pool(origin, { connections: clients })
  const times = []
  let failures = 0
  const startedAt = performance.now()
  const endAt = startedAt + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < endAt) {
        const sentAt = performance.now()
        if (!(await turn(pool, client))) failures++
        times.push(performance.now() - sentAt)
      }
    }),
  )
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  await pool.close()
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    count: times.length,
    perSecond: times.length / elapsedSeconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failures,
  }
}

/**
 * Measures two contestants in rounds: each twice, in the order A B B A, so that drift and order weigh on both alike. The
 * first round warms up and is left out.
 *
 * @template Contestant
 * @param {Readonly<Record<string, Contestant>>} contestants two of them
 * @param {{ rounds: number, measure: (contestant: Contestant) => Promise<Record<string, number>> }} options
 * @returns {Promise<Record<string, Record<string, number>>[]>} the mean figures of each contestant, for each round
 */
export async function measureMirrored(contestants, { rounds, measure }) {
  const names = Object.keys(contestants)
  const measured = []
  for (let round = 0; round <= rounds; round++) {
    /** @type {Record<string, Record<string, number>[]>} */
    const taken = Object.fromEntries(names.map((name) => [name, []]))
    for (const name of [...names, ...names.toReversed()]) taken[name].push(await measure(contestants[name]))
    const means = names.map((name) => [name, meanOf(taken[name])])
    if (round > 0) measured.push(Object.fromEntries(means))
  }
  return measured
}

/** @param {readonly Record<string, number>[]} figures */
function meanOf(figures) {
  const names = Object.keys(figures[0] ?? {})
  return Object.fromEntries(
    names.map((name) => [name, figures.reduce((sum, one) => sum + one[name], 0) / figures.length]),
  )
}

/** @param {readonly number[]} values */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
