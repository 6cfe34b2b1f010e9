import { AppError } from '@parley/errors'
import { parseObject, readArray, readObject, readString, type WireObject } from './wire.ts'

export type FailedReply = {
  readonly status: number
  /** A header's value by its lower-case name. */
  readonly header: (name: string) => string | undefined
  /** The reply's text. It is searched for known codes and is never shown. */
  readonly text: string
}

/** The vendor's name in the sentence. */
export type Culprit = { readonly label: string; readonly model: string }

/**
 * Turns a vendor's refusal into the error that the caller sees. Nothing of the reply is quoted, because
 * vendors repeat keys and prompts in their replies.
 */
export function errorFromReply(reply: FailedReply, { label, model }: Culprit): AppError {
  const { status } = reply
  const error = readError(reply.text)
  const isNamed = (pattern: RegExp) => pattern.test(error.code) || pattern.test(error.message)

  if (isNamed(/tool_use_failed/)) {
    return failed('The model wrote a tool call that its server could not read.', { isRetryable: true })
  }
  if (isNamed(/insufficient_quota|insufficient.balance|credit balance/i) || status === 402) {
    return failed(`${label} says that the account behind this key has no credit left.`)
  }
  if (status === 429) {
    return failed(`${label} refused the request because its rate limit is reached. Try again later.`, {
      isRetryable: true,
      ...retryAfter(reply, error.retryDelay),
    })
  }
  if (status >= 500 || status === 408) {
    return failed(`${label} fails at present (HTTP status ${status}). Try again shortly.`, {
      isRetryable: true,
      ...retryAfter(reply, error.retryDelay),
    })
  }
  if (status === 401 || isNamed(/api_key_invalid|invalid_api_key|api key not valid/i)) {
    return failed(`${label} refused the key. Check api_key of this configuration.`)
  }
  if (isNamed(CONTEXT_EXCEEDED) || status === 413) {
    return failed(
      `The conversation is longer than the model ${model} can read. Start a new session or choose another model.`,
    )
  }
  if (isNamed(/does not support tools|tool.{0,20}not supported/i)) {
    return failed(`The model ${model} cannot use tools. Choose another model or an agent without tools.`)
  }
  return failed(
    SENTENCES[status]?.(label, model) ?? `${label} answered with the unexpected HTTP status ${status}.`,
  )
}

/** Returns the error for an error object inside a reply or stream with a success status. */
export function errorFromBody(body: unknown, culprit: Culprit): AppError {
  const error = readObject(body)
  const code = Number(error?.code ?? error?.status_code)
  const status =
    code >= 400 && code <= 599 ? code : statusOfType(`${readString(error?.type)} ${readString(error?.code)}`)
  return errorFromReply({ status, header: () => undefined, text: JSON.stringify({ error: body }) }, culprit)
}

/** Returns the error for a reply that ended before it was complete. */
export function cutOff(label: string): AppError {
  return failed(`${label} ended its answer before it was complete.`, { isRetryable: true })
}

/** Returns the error for a reply that breaks the vendor's interface. */
export function unreadable(label: string, cause?: unknown): AppError {
  return new AppError(
    'upstream_failed',
    `${label} sent an invalid reply. Check that base_url is the address of its API.`,
    { cause },
  )
}

const CONTEXT_EXCEEDED =
  /context_length_exceeded|exceed_context_size|context.(length|window|size)|maximum.context|prompt is too long|too many tokens/i

const SENTENCES: Readonly<Record<number, (label: string, model: string) => string>> = {
  400: (label, model) =>
    `${label} refused the request as invalid. Check the model's name (${model}) and the params.`,
  403: (label, model) => `${label} does not let this key use the model ${model}.`,
  404: (label, model) => `${label} knows no model ${model}. Check model and base_url of this configuration.`,
  422: (label, model) =>
    `${label} refused the request as invalid. Check the model's name (${model}) and the params.`,
}

type VendorError = { readonly code: string; readonly message: string; readonly retryDelay: string }

/** Error bodies seen: {error: {code, type, message}}, {error: "text"}, [{error: …}], {detail: …}, HTML. */
function readError(text: string): VendorError {
  const body = parseObject(text.startsWith('[') ? text.slice(1, text.lastIndexOf(']')) : text)
  const error = readObject(body?.error)
  if (error === null) {
    return { code: '', message: readString(body?.error) || readString(body?.message), retryDelay: '' }
  }
  const code = [error.code, error.type, error.status].map(readString).join(' ')
  return { code, message: readString(error.message), retryDelay: retryDelayOf(error) }
}

/** Google's RetryInfo, such as {"retryDelay": "17s"}. */
function retryDelayOf(error: WireObject): string {
  const delays = readArray(error.details).map((detail) => readString(readObject(detail)?.retryDelay))
  return delays.find((delay) => delay !== '') ?? ''
}

function retryAfter(reply: FailedReply, retryDelay: string): { retryAfterSeconds?: number } {
  const milliseconds = Number.parseFloat(reply.header('retry-after-ms') ?? '')
  if (milliseconds >= 0) return { retryAfterSeconds: milliseconds / 1000 }
  const value = reply.header('retry-after') ?? retryDelay
  const seconds = /^\d+(\.\d+)?s?$/.test(value)
    ? Number.parseFloat(value)
    : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? { retryAfterSeconds: Math.max(0, seconds) } : {}
}

function statusOfType(type: string): number {
  if (/rate_limit|too_many/i.test(type)) return 429
  if (/overloaded|server_error|internal|unavailable|timeout|api_error/i.test(type)) return 500
  if (/authentication|permission|api_key/i.test(type)) return 401
  return /invalid|not_found/i.test(type) ? 400 : 500
}

function failed(
  sentence: string,
  options: { isRetryable?: boolean; retryAfterSeconds?: number } = {},
): AppError {
  return new AppError('upstream_failed', sentence, options)
}
