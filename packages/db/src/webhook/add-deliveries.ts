/** SQL of what a delivery says about the end of a run. */
export const RUN_ENDED = `json_build_object('run_id', id, 'session_id', session_id, 'status', status)`

/** SQL of what a delivery says about a tool call that waits. A stateless call has no session. */
export const RUN_WAITING = `json_build_object('run_id', run_id, 'session_id', session_id, 'step_id', step_id)`

/** What a webhook can be sent. */
export type WebhookEvent = 'run.ended' | 'run.waiting'

type NewDeliveries = {
  readonly event: WebhookEvent
  /** The name of a common table expression with the columns `user_id` and those that `data` uses. */
  readonly from: string
  /** SQL of the JSON object that a delivery carries. */
  readonly data: string
}

/**
 * Returns the common table expressions that store an event for each webhook of its user. They are part of the statement
 * that writes what happened, so both are stored or neither is. The shared lock prevents the deletion of a webhook
 * between its selection and the check of the foreign key.
 */
export function addDeliveries({ event, from, data }: NewDeliveries): string {
  return `webhook as (
    select w.id as webhook_id, ${from}.* from ${from} join webhooks w on w.user_id = ${from}.user_id
    where w.is_enabled and '${event}' = any (w.events) for key share of w
  ), delivery as (
    insert into webhook_deliveries (webhook_id, event, data) select webhook_id, '${event}', ${data} from webhook
  )`
}
