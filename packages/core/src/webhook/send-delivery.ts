import { BASE_PATH, type WebhookPayload } from '@parley/contract'
import type { JsonObject, Secret } from '@parley/domain'
import { isAppError } from '@parley/errors'
import { signWebhook } from './sign-webhook.ts'

/**
 * Posts to the address of a user under the rules for outgoing connections, and does not follow redirects. Throws
 * AppError when there was no reply.
 */
export type PostWebhook = (
  url: string,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
) => Promise<{ readonly status: number; readonly retryAfter: string | null }>

type Deps = { readonly postWebhook: PostWebhook; readonly origin: string; readonly now: () => Date }

type Delivery = {
  readonly id: string
  readonly url: string
  readonly secrets: readonly Secret[]
  readonly event: string
  readonly data: JsonObject
  /** ISO 8601 with Z: when it happened. */
  readonly timestamp: string
}

export type Attempt = {
  /** `gone`: the receiver answered 410 and wants no more deliveries. */
  readonly outcome: 'delivered' | 'refused' | 'gone'
  /** Null when there was no reply. */
  readonly replyStatus: number | null
  /** A sentence; null when it was delivered. */
  readonly failure: string | null
  /** Milliseconds that the receiver asked to wait; 0 when it did not. */
  readonly retryAfterMs: number
}

const GONE = 410

/** Sends a delivery once, signed. Never throws: what went wrong is in the result. */
export async function sendDelivery(deps: Deps, delivery: Delivery): Promise<Attempt> {
  const { id, url, secrets, event, data, timestamp } = delivery
  const body = JSON.stringify({ type: event, timestamp, data: withLinks(deps.origin, event, data) })
  const sentAt = deps.now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Parley-Webhooks/1',
    ...signWebhook(secrets, { id, sentAt, body }),
  }
  try {
    const { status, retryAfter } = await deps.postWebhook(url, { headers, body })
    const retryAfterMs = readRetryAfter(retryAfter, sentAt)
    if (status >= 200 && status < 300)
      return { outcome: 'delivered', replyStatus: status, failure: null, retryAfterMs: 0 }
    const outcome = status === GONE ? 'gone' : 'refused'
    return { outcome, replyStatus: status, failure: describeRefusal(status), retryAfterMs }
  } catch (error) {
    const failure = isAppError(error) ? error.message : 'The delivery failed on the side of this service.'
    return { outcome: 'refused', replyStatus: null, failure, retryAfterMs: 0 }
  }
}

/** The data of an event with links that need the receiver's own credential. */
function withLinks(origin: string, event: string, data: JsonObject): WebhookPayload['data'] | JsonObject {
  const run = `${origin}${BASE_PATH}/chat/run/${String(data.run_id)}`
  if (event === 'run.ended') return { ...data, links: { events: `${run}/events`, run } }
  if (event !== 'run.waiting') return data
  const approvals = `${origin}${BASE_PATH}/chat/approvals?run_id=${String(data.run_id)}`
  return { ...data, links: { approvals, approve: `${run}/approve` } }
}

function describeRefusal(status: number): string {
  if (status >= 300 && status < 400)
    return `The receiver answered ${status}. Redirects are not followed; change the address of the webhook.`
  if (status === GONE) return 'The receiver answered 410: it wants no more deliveries.'
  return `The receiver answered ${status}. It must answer with a status of 2xx.`
}

/** Reads Retry-After (RFC 9110 §10.2.3): seconds, or a date. */
function readRetryAfter(value: string | null, now: Date): number {
  if (value === null) return 0
  const waitMs = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime()
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : 0
}
