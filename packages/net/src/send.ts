import { AppError, isAppError } from '@parley/errors'
import type { Dispatcher } from 'undici'
import { checkTarget, type Rules, type Target } from './check-target.ts'
import { type EgressReply, exchange, type OutgoingRequest } from './exchange.ts'
import type { Policy } from './policies.ts'

export type SendOptions = {
  /** `follow` by default: at most three hops, each checked like the first address. */
  readonly redirect?: 'follow' | 'manual' | 'error' | undefined
}

const MAX_REDIRECTS = 3

/** Headers that may be sent to another origin: they describe the wanted reply and carry no secret. */
const PORTABLE_HEADERS = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent'])

/**
 * Sends a request to a checked address and follows redirects. Every hop is checked. Credentials, custom
 * headers and the body are never sent to another origin.
 */
export async function send(
  dispatcher: Dispatcher,
  address: string,
  { request, rules, redirect = 'follow' }: { request: OutgoingRequest; rules: Rules } & SendOptions,
): Promise<EgressReply> {
  const { policy } = rules
  let target = checkTarget(address, rules)
  let current = request
  if (!policy.methods.includes(request.method)) {
    throw new AppError('invalid_config', `${policy.label} must not be called with ${request.method}.`)
  }
  for (let hop = 0; ; hop++) {
    const reply = await exchangeOrRepeat(dispatcher, target, { request: current, policy })
    const location = redirect === 'manual' ? undefined : redirectOf(reply)
    if (location === undefined) return reply

    reply.body.cancel()
    if (redirect === 'error' || hop === MAX_REDIRECTS) {
      throw new AppError(
        'upstream_failed',
        `${policy.label} redirected the request too often or against the rules of this call.`,
      )
    }
    const next = checkTarget(resolveLocation(location, target, policy), rules)
    current = requestAfter(reply.status, current, { from: target, to: next, policy })
    target = next
  }
}

/**
 * Sends a request, and repeats it once when it changes nothing and its connection was closed before the reply. A server
 * may close a kept connection in the moment of a request (https://www.rfc-editor.org/rfc/rfc9110.html#section-9.2.2).
 */
async function exchangeOrRepeat(...sent: Parameters<typeof exchange>): Promise<EgressReply> {
  const { method, body } = sent[2].request
  const isSafe = (method === 'GET' || method === 'HEAD') && body === undefined
  try {
    return await exchange(...sent)
  } catch (error) {
    if (!isSafe || !isAppError(error) || !error.isRetryable) throw error
    return exchange(...sent)
  }
}

function redirectOf(reply: EgressReply): string | undefined {
  return [301, 302, 303, 307, 308].includes(reply.status) ? reply.headers.location : undefined
}

function resolveLocation(location: string, base: Target, policy: Policy): string {
  const url = URL.parse(location, base.href)
  if (url === null) throw new AppError('upstream_failed', `${policy.label} redirected to an invalid address.`)
  url.hash = ''
  return url.href
}

function requestAfter(
  status: number,
  request: OutgoingRequest,
  { from, to, policy }: { from: Target; to: Target; policy: Policy },
): OutgoingRequest {
  const isSameOrigin = from.origin === to.origin
  const keepsMethod =
    status === 307 || status === 308 || request.method === 'GET' || request.method === 'HEAD'
  if (!isSameOrigin && (request.body !== undefined || isDowngrade(from, to))) {
    throw new AppError('upstream_failed', `${policy.label} redirected the request to another origin.`)
  }
  const headers = isSameOrigin ? request.headers : portableHeaders(request.headers)
  if (keepsMethod) return { ...request, headers }
  return { method: 'GET', headers: withoutContent(headers), signal: request.signal }
}

function isDowngrade(from: Target, to: Target): boolean {
  return from.origin.startsWith('https:') && !to.origin.startsWith('https:')
}

function portableHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => PORTABLE_HEADERS.has(name)))
}

function withoutContent(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')))
}
