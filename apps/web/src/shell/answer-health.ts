import type { Exchange } from './exchange.ts'
import { writeReply } from './write-reply.ts'

/** `/healthz` says that the process runs, `/readyz` that it can take work: the database answers and it is not stopping. */
export async function answerHealth(exchange: Exchange, canTakeWork: () => Promise<boolean>): Promise<void> {
  const isReady = exchange.path === '/healthz' || (await canTakeWork())
  await writeReply(exchange, {
    status: isReady ? 200 : 503,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify({ status: isReady ? 'ok' : 'unavailable' }),
  })
}
