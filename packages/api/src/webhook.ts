import { OPERATIONS, WEBHOOK_EVENTS } from '@parley/contract'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@parley/core'
import { pageOrAll, readPageRequest } from './present/page.ts'
import { presentDelivery, presentWebhook } from './present/webhook.ts'
import { procedures } from './procedure/procedures.ts'

export const webhook = procedures(OPERATIONS.webhook, {
  create: async ({ deps, owner, input }) => {
    const { url, name = new URL(url).hostname, events = [...WEBHOOK_EVENTS] } = input
    const created = await createWebhook(deps, owner, { url, name, events })
    return { webhook: presentWebhook(created.webhook), secret: created.secret.reveal() }
  },

  list: async ({ deps, owner, input }) => {
    const webhooks = await listWebhooks(deps, owner)
    const keyOf = ({ createdAt, id }: (typeof webhooks)[number]) => `${createdAt}.${id}`
    const { rows, next } = pageOrAll({ name: 'webhook.list', owner, input, rows: webhooks, keyOf })
    return { webhooks: rows.map(presentWebhook), ...next }
  },

  get: async ({ deps, owner, input }) => presentWebhook(await getWebhook(deps, owner, input.webhook_id)),

  update: async ({ deps, owner, input }) => {
    const { webhook_id: id, name, url, events, is_enabled: isEnabled } = input
    const changed = await updateWebhook(deps, owner, {
      id,
      ...(name !== undefined && { name }),
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events }),
      ...(isEnabled !== undefined && { isEnabled }),
    })
    return presentWebhook(changed)
  },

  delete: async ({ deps, owner, input }) => {
    await deleteWebhook(deps, owner, input.webhook_id)
    return {}
  },

  rotateSecret: async ({ deps, owner, input }) => ({
    secret: (await rotateWebhookSecret(deps, owner, input.webhook_id)).reveal(),
  }),

  test: async ({ deps, owner, input }) => presentDelivery(await testWebhook(deps, owner, input.webhook_id)),

  listDeliveries: async ({ deps, owner, input }) => {
    const { webhook_id: webhookId, status } = input
    const wanted = { webhookId, ...(status !== undefined && { status }), ...readPageRequest(input) }
    const { rows, nextCursor } = await listDeliveries(deps, owner, wanted)
    return { deliveries: rows.map(presentDelivery), next_cursor: nextCursor }
  },

  replay: async ({ deps, owner, input }) => {
    await replayDelivery(deps, owner, { webhookId: input.webhook_id, deliveryId: input.delivery_id })
    return {}
  },
})
