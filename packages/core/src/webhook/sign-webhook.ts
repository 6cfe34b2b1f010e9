import { createHmac } from 'node:crypto'
import type { Secret } from '@parley/domain'

type Message = { readonly id: string; readonly sentAt: Date; readonly body: string }

/**
 * Returns the headers that sign a delivery, with one signature for each secret (Standard Webhooks, "Signature scheme").
 * The time is that of the attempt.
 */
export function signWebhook(secrets: readonly Secret[], { id, sentAt, body }: Message) {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.reveal().replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
