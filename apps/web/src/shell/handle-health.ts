import type { Exchange } from './exchange.ts'
import { writeReply } from './write-reply.ts'

/** True, false, or a sentence about what the operator must fix before the service can take work. */
export type Readiness = boolean | string

type HealthOptions = {
  readonly isReady: () => Promise<Readiness>
  /** Added to `/healthz`; null for a client without the operator's access. */
  readonly details?: Readonly<Record<string, unknown>> | null
}

/**
 * `/healthz` reports that the process runs. `/readyz` reports that it can take work: the database is
 * available, the disk has space and the process is not stopping.
 */
export async function handleHealth(
  exchange: Exchange,
  { isReady, details = null }: HealthOptions,
): Promise<void> {
  const isHealth = exchange.path === '/healthz'
  const readiness = isHealth || (await isReady())
  await writeReply(exchange, {
    status: readiness === true ? 200 : 503,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(readiness !== true && { 'x-error-code': 'unavailable', 'retry-after': '1' }),
    },
    body: JSON.stringify({
      status: readiness === true ? 'ok' : 'unavailable',
      ...(typeof readiness === 'string' && { message: readiness }),
      ...(isHealth && details),
    }),
  })
}
