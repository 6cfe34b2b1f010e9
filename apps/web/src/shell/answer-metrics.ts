import { createHash, timingSafeEqual } from 'node:crypto'
import { replyError } from '@parley/api'
import { AppError } from '@parley/errors'
import type { Exchange } from './exchange.ts'
import type { Metrics } from './metrics.ts'
import { writeReply } from './write-reply.ts'

/** Everybody who reaches the server, nobody, or whoever brings the token. */
export type MetricsAccess = 'everybody' | 'nobody' | { readonly token: string }

/** `/metrics`, in the text format of Prometheus. Without access it is a path that does not exist. */
export async function answerMetrics(
  exchange: Exchange,
  metrics: Metrics,
  access: MetricsAccess,
): Promise<void> {
  if (!mayRead(exchange, access)) {
    return writeReply(exchange, replyError(new AppError('not_found', 'There is nothing at this path.')))
  }
  await writeReply(exchange, {
    status: 200,
    headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
    body: await metrics.read(),
  })
}

function mayRead({ request }: Exchange, access: MetricsAccess): boolean {
  if (access === 'everybody' || access === 'nobody') return access === 'everybody'
  // Digests, because they are equally long whatever was sent.
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${access.token}`))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
