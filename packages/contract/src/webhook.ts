import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { RunId } from './step.ts'
import { Name, text } from './text.ts'
import { UtcTimestamp } from './timestamp.ts'
import { TEST_EVENT, WebhookId } from './webhook-payload.ts'

/** The events that a webhook can ask for. */
export const WEBHOOK_EVENTS = ['run.ended', 'run.waiting'] as const

const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

const DeliveryId = z.uuid().meta({
  description: 'The id of a delivery, which its header `webhook-id` carries in every attempt.',
  examples: ['7f8a2c4e-0000-4000-8000-000000000007'],
})

const Events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1)
  .max(WEBHOOK_EVENTS.length)
  .meta({
    description: '`run.ended`: a run ended, in any status. `run.waiting`: a tool call waits for approval.',
    examples: [['run.ended', 'run.waiting']],
  })

const Url = text(LIMITS.urlLength)
  .refine(isWebAddress, 'must be an http or https address without user name, password and fragment')
  .meta({
    description:
      'Where deliveries are sent. It must be https, except on loopback in local mode and for addresses that the operator allows.',
    examples: ['https://example.com/parley'],
  })

const Secret = z
  .string()
  .nullable()
  .meta({
    description:
      'Signs the deliveries (Standard Webhooks). Only this reply shows it; a repeated one has null.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  })

const Webhook = z
  .object({
    webhook_id: WebhookId,
    name: z.string().describe('A name for people.'),
    url: z.string().describe('Where deliveries are sent.'),
    events: z.array(z.enum(WEBHOOK_EVENTS)).describe('The events that are sent.'),
    is_enabled: z.boolean().describe('Whether events are recorded and sent.'),
    disabled_reason: z
      .string()
      .nullable()
      .describe('Why the service disabled the webhook; null when it did not.'),
    failures: z.int().describe('Attempts that failed since the last success.'),
    created_at: UtcTimestamp,
  })
  .meta({ id: 'Webhook', description: 'An address that gets the events of runs.' })
export type WebhookEndpoint = z.infer<typeof Webhook>

const Delivery = z
  .object({
    delivery_id: DeliveryId,
    event: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]).describe('The type of the event.'),
    run_id: RunId.nullable().describe('The run that the event is about; null for a test.'),
    status: z
      .enum(DELIVERY_STATUSES)
      .describe('`pending` until it is delivered; `failed` after a final refusal and a failed test.'),
    attempts: z.int().describe('How often it was sent.'),
    reply_status: z.int().nullable().describe('The HTTP status of the last reply; null when there was none.'),
    failure: z.string().nullable().describe('Why the last attempt failed; null when it did not.'),
    created_at: UtcTimestamp,
    attempted_at: UtcTimestamp.nullable().describe('The time of the last attempt.'),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event on its way to one webhook.' })
export type DeliverySummary = z.infer<typeof Delivery>

const Params = z.object({ webhook_id: WebhookId })
const reply = data(Webhook)

export const webhook = {
  /** Add a webhook; only this reply holds its secret. */
  create: endpoint({
    name: 'webhook.create',
    method: 'POST',
    path: '/webhook',
    audience: 'user',
    scopes: ['manage'],
    event: { about: ['name'] },
    summary: 'Add a webhook; only this reply holds its secret',
    description:
      'Deliveries are signed as Standard Webhooks defines it: the headers webhook-id, webhook-timestamp and webhook-signature. They come in order, at least once. The receiver answers with a status of 2xx within 15 seconds; redirects are not followed. A failed delivery is repeated with growing pauses. After a day of failures, and at once for 410, the webhook is disabled. A repeated Idempotency-Key returns null for the secret.',
    isAddition: true,
    example: { url: 'https://example.com/parley', events: ['run.ended'] },
    body: z.object({ name: Name.optional(), url: Url, events: Events.optional() }),
    replay: { without: ['secret'] },
    reply: data(z.object({ webhook: Webhook, secret: Secret })),
  }),

  /** List my webhooks. */
  list: endpoint({
    name: 'webhook.list',
    method: 'GET',
    path: '/webhook',
    audience: 'user',
    scopes: ['read'],
    summary: 'List my webhooks',
    description: 'Without a query: all of them. With one: a page of them, with next_cursor.',
    isAddition: true,
    query: z.object(PAGE_QUERY),
    reply: data(
      z.object({
        webhooks: z.array(Webhook).describe('Your webhooks, oldest first.'),
        next_cursor: NextCursor.optional(),
      }),
    ),
  }),

  /** Get one of my webhooks. */
  get: endpoint({
    name: 'webhook.get',
    method: 'GET',
    path: '/webhook/{webhook_id}',
    version: { without: ['failures'] },
    audience: 'user',
    scopes: ['read'],
    summary: 'Get one of my webhooks',
    isAddition: true,
    params: Params,
    reply,
  }),

  /** Change, disable or enable one of my webhooks. */
  update: endpoint({
    name: 'webhook.update',
    method: 'PATCH',
    path: '/webhook/{webhook_id}',
    version: { without: ['failures'] },
    audience: 'user',
    scopes: ['manage'],
    event: { target: 'webhook_id', about: ['name'] },
    summary: 'Change, disable or enable one of my webhooks',
    description:
      'While a webhook is disabled no events are recorded for it. Deliveries that were pending before are sent when it is enabled again.',
    isAddition: true,
    example: { is_enabled: true },
    params: Params,
    body: z.object({
      name: Name.optional(),
      url: Url.optional(),
      events: Events.optional(),
      is_enabled: z.boolean().optional().describe('Whether events are recorded and sent.'),
    }),
    reply,
  }),

  /** Delete one of my webhooks with its deliveries. */
  delete: endpoint({
    name: 'webhook.delete',
    method: 'DELETE',
    path: '/webhook/{webhook_id}',
    audience: 'user',
    scopes: ['manage'],
    event: { target: 'webhook_id' },
    summary: 'Delete one of my webhooks with its deliveries',
    isAddition: true,
    params: Params,
    reply: emptyData,
  }),

  /** Replace the secret of a webhook. */
  rotateSecret: endpoint({
    name: 'webhook.rotateSecret',
    method: 'POST',
    path: '/webhook/{webhook_id}/rotate_secret',
    audience: 'user',
    scopes: ['manage'],
    event: { target: 'webhook_id' },
    summary: 'Replace the secret of a webhook',
    description: 'For 24 hours deliveries carry two signatures, one of the new secret and one of the former.',
    isAddition: true,
    params: Params,
    replay: { without: ['secret'] },
    reply: data(z.object({ secret: Secret })),
  }),

  /** Send a test event to a webhook. */
  test: endpoint({
    name: 'webhook.test',
    method: 'POST',
    path: '/webhook/{webhook_id}/test',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Send a test event to a webhook',
    description:
      'Sends one `webhook.test` at once, also to a disabled webhook, and says how it was answered.',
    isAddition: true,
    params: Params,
    reply: data(Delivery),
  }),

  /** List the deliveries of a webhook, newest first. */
  listDeliveries: endpoint({
    name: 'webhook.listDeliveries',
    method: 'GET',
    path: '/webhook/{webhook_id}/delivery',
    audience: 'user',
    scopes: ['read'],
    summary: 'List the deliveries of a webhook, newest first',
    description:
      'A page at a time: send next_cursor as cursor, with the same filter, until it is null. Deliveries are deleted after 30 days.',
    isAddition: true,
    params: Params,
    query: z.object({
      status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries with this status.'),
      ...PAGE_QUERY,
    }),
    reply: data(
      z.object({
        deliveries: z.array(Delivery).describe('The deliveries, newest first.'),
        next_cursor: NextCursor,
      }),
    ),
  }),

  /** Send a delivery again. */
  replay: endpoint({
    name: 'webhook.replay',
    method: 'POST',
    path: '/webhook/{webhook_id}/delivery/{delivery_id}/replay',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Send a delivery again',
    description:
      'The delivery is due at once, before later ones and with the same webhook-id. Fails with 409 while the webhook is disabled.',
    isAddition: true,
    params: z.object({ webhook_id: WebhookId, delivery_id: DeliveryId }),
    failures: [409],
    reply: emptyData,
  }),
} as const

function isWebAddress(value: string): boolean {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  return url.username === '' && url.password === '' && url.hash === ''
}
