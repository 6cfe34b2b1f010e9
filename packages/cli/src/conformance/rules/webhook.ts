import { verifyWebhook } from '@parley/sdk'
import { dataOf } from '../probe.ts'
import type { Receiver } from '../receiver.ts'
import type { Rule } from '../rule.ts'
import { ensure, requireFields, requireForm, requireOne, requireSome, show, Violation } from '../violation.ts'
import type { World } from '../world.ts'
import { requireFailure } from './envelope.ts'

const at = (anchor: string) => `agent-service.md#${anchor}`
const URL_OF_NONE = 'https://webhook.invalid/parley'

/** Rules about webhooks. */
export const WEBHOOK_RULES: readonly Rule[] = [
  {
    anchor: at('addition-webhooks'),
    title: 'The secret of a webhook is shown once, and another user finds no webhook.',
    check: async (world) => {
      const { probe, otherKey } = world
      const { path, secret } = await addWebhook(world, URL_OF_NONE)
      requireForm(secret, /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'secret of a webhook')
      const webhook = dataOf(await probe('GET', path), 'GET /webhook/{id}')
      requireSome(webhook, ['webhook_id', 'url', 'events', 'is_enabled', 'failures'], 'A webhook')
      for (const seen of [path, '/webhook'])
        ensure(!(await probe('GET', seen)).text.includes(String(secret)), `GET ${seen} shows the secret.`)
      if (otherKey !== null)
        requireFailure(await probe('GET', path, { key: otherKey }), [404], 'a webhook of another user')
    },
  },
  {
    anchor: at('addition-webhooks'),
    title: 'A delivery is signed as Standard Webhooks defines it.',
    needs: ['receiver'],
    check: async (world) => {
      await world.receive(async (receiver) => {
        const { path, secret } = await addWebhook(world, receiver.url)
        const sent = dataOf(await world.probe('POST', `${path}/test`), 'POST /webhook/{id}/test')
        requireOne(sent.status, ['delivered'], 'status of a delivery that was answered with 204')
        const { id, body } = await nextDelivery(world, receiver, secret)
        requireOne(id, [sent.delivery_id], 'webhook-id')
        requireOne(body.type, ['webhook.test'], 'type of a test')
      })
    },
  },
  {
    anchor: at('addition-webhooks'),
    title: 'The end of a run is delivered with ids, a status and links, without question and answer.',
    needs: ['receiver', 'model'],
    check: async (world) => {
      await world.receive(async (receiver) => {
        const { path, secret } = await addWebhook(world, receiver.url)
        const { reply } = await world.ask('Hello')
        const { body, text } = await nextDelivery(world, receiver, secret)
        requireOne(body.type, ['run.ended'], 'type of the delivery')
        requireFields(body.data, ['links', 'run_id', 'session_id', 'status'], 'data of run.ended')
        requireOne(body.data.status, [reply.data.status], 'status of the run that ended')
        const { content } = reply.data
        ensure(!text.includes(String(content).slice(0, 40)), `A delivery holds the answer ${show(content)}.`)
        const { deliveries } = dataOf(await world.probe('GET', `${path}/delivery`), 'GET …/delivery')
        requireOne([deliveries ?? []].flat().length, [1], 'The number of deliveries')
      })
    },
  },
]

async function addWebhook({ probe, remove }: World, url: string) {
  const made = dataOf(await probe('POST', '/webhook', { body: { url } }), 'POST /webhook')
  const path = `/webhook/${Object(made.webhook).webhook_id}`
  remove(path)
  return { path, secret: made.secret }
}

/** The next delivery, once its signature is verified. Throws Violation when none comes. */
async function nextDelivery({ longestDeliveryMs }: World, receiver: Receiver, secret: unknown) {
  const delivery = await receiver.next(longestDeliveryMs)
  ensure(delivery !== null, `No delivery came within ${longestDeliveryMs / 1000} seconds.`)
  await verifyWebhook(delivery, String(secret)).catch(({ message }) => {
    throw new Violation(`A delivery is not valid: ${message}`)
  })
  return {
    id: delivery.headers['webhook-id'],
    text: delivery.body,
    body: Object(JSON.parse(delivery.body)),
  }
}
