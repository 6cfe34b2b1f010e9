import type { PostWebhook } from '@parley/core'
import type { Egress } from '@parley/net'

/**
 * Posts deliveries under the rules of their purpose. Only the head of the reply is read, because its status decides; the
 * rest is discarded.
 */
export function createPostWebhook(egress: Egress): PostWebhook {
  const { send } = egress.for('webhook')
  return async function postWebhook(url, { headers, body }) {
    const reply = await send(url, { method: 'POST', headers, body, redirect: 'manual' })
    reply.body.cancel()
    return { status: reply.status, retryAfter: reply.headers['retry-after'] ?? null }
  }
}
