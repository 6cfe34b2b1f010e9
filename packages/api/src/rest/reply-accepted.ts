import { BASE_PATH, type BackgroundRun, backgroundReply, type Endpoint, toEnvelope } from '@parley/contract'
import { replyOk } from './reply.ts'
import type { RestReply } from './rest-request.ts'

type WireEvent = { readonly type: string; readonly run_id?: string; readonly message?: unknown }

/** Whether a caller wants to be answered before the work is done (RFC 7240 §4.1). */
export function prefersAsync(prefer: string | null): boolean {
  return (prefer ?? '').split(',').some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference))
}

/**
 * Replies with the run as soon as it has begun, with status 202, and lets it go on. Replies with the whole answer when
 * it exists already, because an Idempotency-Key was repeated. Throws what went wrong before the run began; a later
 * failure is stored with the run.
 */
export async function replyAccepted(
  endpoint: Endpoint,
  events: AsyncGenerator<WireEvent>,
): Promise<RestReply> {
  const { value: first } = await events.next()
  if (first?.run_id === undefined) return replyOk(endpoint, first?.message)
  void finish(events)
  const run = `${BASE_PATH}/chat/run/${first.run_id}`
  const links = { events: `${run}/events`, run, cancel: `${run}/cancel` }
  const output: BackgroundRun = { run_id: first.run_id, status: 'running', links }
  return {
    status: 202,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      location: links.events,
      'preference-applied': 'respond-async',
    },
    body: JSON.stringify(toEnvelope(backgroundReply, output)),
  }
}

async function finish(events: AsyncGenerator<WireEvent>): Promise<void> {
  try {
    for await (const _ of events);
  } catch {
    // The failure is stored as the closing message of the run.
  }
}
