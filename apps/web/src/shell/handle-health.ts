import { AppError } from '@parley/errors'
import type { Exchange } from './exchange.ts'
import { describeSeen, sendProbe } from './proxy-probe.ts'
import { writeReply } from './write-reply.ts'

/** True, false, or a sentence about what the operator must fix before the service can take work. */
export type Readiness = boolean | string

type HealthOptions = {
  readonly isReady: () => Promise<Readiness>
  /** Added to `/healthz`; null for a client without the operator's access. */
  readonly details?: Readonly<Record<string, unknown>> | null
}

const STREAM_PATH = '/healthz/stream'
/** The paths of this file. Requests to them may have any Host header. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', STREAM_PATH])

/**
 * `/healthz` reports that the process runs. `/readyz` reports that it can take work: the database is
 * available, the disk has space and the process is not stopping. A client with the operator's access also reads how its
 * request arrived, and a short stream that shows whether a proxy buffers.
 */
export async function handleHealth(
  exchange: Exchange,
  { isReady, details = null }: HealthOptions,
): Promise<void> {
  if (exchange.path === STREAM_PATH) {
    if (details === null) throw new AppError('not_found', 'There is nothing at this path.')
    return sendProbe(exchange)
  }
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
      ...(isHealth && details && { ...details, seen: describeSeen(exchange) }),
    }),
  })
}
