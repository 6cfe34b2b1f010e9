import { type DeliverySummary, OPERATIONS, type WebhookEndpoint } from '@parley/contract'
import type { StoredWebhook, TestedDelivery } from '@parley/core'

/** A webhook without its secret. Stored times have no zone; they are UTC. */
export function presentWebhook(webhook: StoredWebhook): WebhookEndpoint {
  return {
    webhook_id: webhook.id,
    name: webhook.name,
    url: webhook.url,
    events: webhook.events,
    is_enabled: webhook.isEnabled,
    disabled_reason: webhook.disabledReason,
    failures: webhook.failures,
    created_at: `${webhook.createdAt}Z`,
  }
}

const Event = OPERATIONS.webhook.test.reply.output.shape.event

/** A delivery without its body. */
export function presentDelivery(delivery: TestedDelivery): DeliverySummary {
  const { run_id } = delivery.data
  return {
    delivery_id: delivery.id,
    event: Event.parse(delivery.event),
    run_id: typeof run_id === 'string' ? run_id : null,
    status: delivery.status,
    attempts: delivery.attempts,
    reply_status: delivery.replyStatus,
    failure: delivery.failure,
    created_at: `${delivery.createdAt}Z`,
    attempted_at: delivery.attemptedAt && `${delivery.attemptedAt}Z`,
  }
}
