import { Pool } from 'undici'

/**
 * Sends the same request over and over from `connections` clients for `seconds`.
 *
 * @param {{ origin: string, request: { path: string, method: string, headers: Record<string, string>, body: string }, connections: number, seconds: number }} load
 * @returns {Promise<{ perSecond: number, p50Ms: number, p99Ms: number, failures: number }>}
 */
export async function measureLoad({ origin, request, connections, seconds }) {
  const pool = new Pool(origin, { connections })
  const times = []
  let failures = 0
  const startedAt = performance.now()
  const endAt = startedAt + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < endAt) {
        const sentAt = performance.now()
        const { statusCode, body } = await pool.request(request)
        await body.dump()
        if (statusCode !== 200) failures++
        times.push(performance.now() - sentAt)
      }
    }),
  )
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  await pool.close()
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / elapsedSeconds, p50Ms: at(0.5), p99Ms: at(0.99), failures }
}

/** @param {readonly number[]} values */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
