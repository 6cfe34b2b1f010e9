import { WebhookPayload } from '@parley/contract'
import { ParleyError } from './parley-error.ts'

/** A delivery as it arrived. */
export type WebhookRequest = {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body exactly as it was sent, before any parsing. */
  readonly body: string | Uint8Array
}

/** Seconds that the time of a delivery may differ from the clock. */
const TOLERANCE_SECONDS = 300

/**
 * Verifies that Parley sent a delivery and returns its body (Standard Webhooks, "Verifying signatures"). Uses WebCrypto,
 * whose comparison takes constant time. Throws ParleyError with the code `invalid_signature` for a delivery with another
 * signature, and for one whose time differs from the clock by more than five minutes. The same delivery can arrive twice:
 * its header `webhook-id` is the same then.
 *
 * @example
 * ```ts
 * app.post('/parley', express.raw({ type: 'application/json' }), async (request, response) => {
 *   const event = await verifyWebhook(request, process.env.PARLEY_WEBHOOK_SECRET ?? '')
 *   if (event.type === 'run.ended') await readAnswer(event.data.run_id)
 *   response.sendStatus(204)
 * })
 * ```
 */
export async function verifyWebhook(
  request: WebhookRequest,
  secret: string,
  { now = new Date() }: { readonly now?: Date } = {},
): Promise<WebhookPayload> {
  const id = headerOf(request, 'webhook-id')
  const timestamp = headerOf(request, 'webhook-timestamp')
  requireRecent(timestamp, now)
  const key = await importKey(secret)
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body
  const message = new Uint8Array(head.length + body.length)
  message.set(head)
  message.set(body, head.length)

  for (const signature of headerOf(request, 'webhook-signature').split(' ')) {
    const [version, code = ''] = signature.split(',', 2)
    const bytes = version === 'v1' ? decodeBase64(code) : null
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, message))) return readPayload(body)
  }
  throw invalid('The signature of this delivery is not made with this secret.')
}

function headerOf({ headers }: WebhookRequest, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value === 'string' && value !== '') return value
  throw invalid(`The header ${name} of this delivery is missing.`)
}

function requireRecent(timestamp: string, now: Date): void {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (Math.abs(now.getTime() / 1000 - seconds) <= TOLERANCE_SECONDS) return
  throw invalid('The time of this delivery differs from the clock by more than five minutes.')
}

async function importKey(secret: string) {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) throw invalid('The secret must be whsec_ and base64.')
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function readPayload(body: Uint8Array): WebhookPayload {
  const parsed = WebhookPayload.safeParse(parseJson(new TextDecoder().decode(body)))
  if (parsed.success) return parsed.data
  throw new ParleyError('The delivery has a form this client does not know.', {
    status: 0,
    cause: parsed.error,
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function invalid(sentence: string): ParleyError {
  return new ParleyError(sentence, { status: 0, code: 'invalid_signature' })
}
