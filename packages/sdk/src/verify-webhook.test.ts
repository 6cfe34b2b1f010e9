import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verifyWebhook } from './verify-webhook.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OTHER = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
const ID = '7f8a2c4e-0000-4000-8000-000000000007'
const NOW = new Date('2026-11-22T12:00:00.000Z')
const EVENT = {
  type: 'webhook.test',
  timestamp: '2026-11-22T11:59:59.000Z',
  data: { webhook_id: '7f8a2c4e-0000-4000-8000-000000000006' },
}
const BODY = JSON.stringify(EVENT)

function headers(signature = new Webhook(SECRET).sign(ID, NOW, BODY), time = NOW) {
  return {
    'webhook-id': ID,
    'webhook-timestamp': String(time.getTime() / 1000),
    'webhook-signature': signature,
  }
}

const verify = (sent: Record<string, string | undefined>, body: string | Uint8Array = BODY) =>
  verifyWebhook({ headers: sent, body }, SECRET, { now: NOW })

test('returns the body of a delivery that the reference implementation signed, in every form', async () => {
  expect(await verify(headers())).toEqual(EVENT)
  expect(await verify(headers(), Buffer.from(BODY))).toEqual(EVENT)
  const platform = new Headers(headers())
  expect(await verifyWebhook({ headers: platform, body: BODY }, SECRET, { now: NOW })).toEqual(EVENT)
  const two = `v1,AAAA v2,x ${new Webhook(OTHER).sign(ID, NOW, BODY)} ${headers()['webhook-signature']}`
  expect(await verify(headers(two))).toEqual(EVENT)
})

test.each<[string, Record<string, string | undefined>, string?]>([
  ['another secret', headers(new Webhook(OTHER).sign(ID, NOW, BODY))],
  ['a changed body', headers(), BODY.replace('6', '7')],
  ['another id', { ...headers(), 'webhook-id': 'x' }],
  ['another time', headers(undefined, new Date(NOW.getTime() + 1000))],
  ['a missing signature', { ...headers(), 'webhook-signature': undefined }],
  ['a missing id', { ...headers(), 'webhook-id': '' }],
  ['a signature that is no base64', headers('v1,***')],
  ['a signature of another version', headers(headers()['webhook-signature'].replace('v1', 'v1a'))],
  ['an old delivery', headers(signAt(-301), new Date(NOW.getTime() - 301_000))],
  ['a delivery of the future', headers(signAt(301), new Date(NOW.getTime() + 301_000))],
  ['a time that is no number', { ...headers(), 'webhook-timestamp': 'soon' }],
])('refuses %s with invalid_signature', async (_what, sent, body) => {
  await expect(verify(sent, body)).rejects.toMatchObject({ name: 'ParleyError', code: 'invalid_signature' })
})

function signAt(seconds: number): string {
  return new Webhook(SECRET).sign(ID, new Date(NOW.getTime() + seconds * 1000), BODY)
}

test('reports a body of another form and a secret of another form', async () => {
  const body = '{"type":"run.began"}'
  const sent = headers(new Webhook(SECRET).sign(ID, NOW, body))
  await expect(verify(sent, body)).rejects.toThrow('form this client does not know')
  const request = { headers: headers(), body: BODY }
  await expect(verifyWebhook(request, 'whsec_*', { now: NOW })).rejects.toThrow('must be whsec_ and base64')
})
