import { createHash, timingSafeEqual } from 'node:crypto'
import { replyError } from '@parley/api'
import { AppError } from '@parley/errors'
import type { Exchange } from './exchange.ts'
import type { Metrics } from './metrics.ts'
import { writeReply } from './write-reply.ts'

/** Clients that may read the metrics: all, none, or those that send the token. */
export type MetricsAccess = 'all' | 'none' | { readonly token: string }

/** `/metrics`, in the text format of Prometheus. A client without access gets the reply of an unknown path. */
export async function handleMetrics(
  exchange: Exchange,
  metrics: Metrics,
  access: MetricsAccess,
): Promise<void> {
  if (!isOperator(exchange, access)) {
    return writeReply(exchange, replyError(new AppError('not_found', 'There is nothing at this path.')))
  }
  await writeReply(exchange, {
    status: 200,
    headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
    body: await metrics.read(),
  })
}

/** Whether a request has the operator's access to `/metrics`. */
export function isOperator({ request }: Exchange, access: MetricsAccess): boolean {
  if (access === 'all' || access === 'none') return access === 'all'
  // Digests have one length, which the comparison needs.
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${access.token}`))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
