import type { Model, ModelEvent, ModelReply } from '@parley/agent'
import { AppError, isAppError } from '@parley/errors'

const BLANK = '[redacted]'
/** Shorter values are not secrets: users of local runtimes enter words such as `ollama`. */
const MIN_KEY_LENGTH = 8

/**
 * Returns the same model with the provider key removed from its replies. A server that echoes request headers
 * would otherwise put the key into answers, traces and histories. A delta that may contain the beginning of
 * the key is held until the next one arrives.
 */
export function hideKey(model: Model, apiKey: string): Model {
  const forms = keyForms(apiKey)
  if (forms.length === 0) return model
  return async function* answer(request) {
    const call = model(request)
    const held = { text: '', reasoning: '' }
    try {
      for (let next = await call.next(); ; next = await call.next()) {
        if (next.done) {
          yield* flush(held)
          return hideInReply(next.value, forms)
        }
        const { type, delta } = next.value
        const { shown, rest } = splitDelta(held[type] + delta, forms)
        held[type] = rest
        if (shown !== '') yield { type, delta: shown }
      }
    } catch (error) {
      throw hideInError(error, forms)
    } finally {
      // Has no effect when the call has ended. A caller that stops reading ends the call too.
      await call.return(emptyReply)
    }
  }
}

/** Returns a text without the key, in every form in which a server may repeat it. */
export function hideKeyInText(text: string, apiKey: string): string {
  return hideForms(text, keyForms(apiKey))
}

const emptyReply: ModelReply = { text: '', reasoning: '', toolCalls: [], usage: null, finishReason: 'stop' }

function keyForms(apiKey: string): readonly string[] {
  if (apiKey.length < MIN_KEY_LENGTH) return []
  return [...new Set([apiKey, encodeURIComponent(apiKey), Buffer.from(apiKey).toString('base64')])]
}

function hideForms(text: string, forms: readonly string[]): string {
  return forms.reduce((rest, form) => rest.replaceAll(form, BLANK), text)
}

function* flush(held: { readonly text: string; readonly reasoning: string }): Generator<ModelEvent> {
  if (held.reasoning !== '') yield { type: 'reasoning', delta: held.reasoning }
  if (held.text !== '') yield { type: 'text', delta: held.text }
}

/** Splits a text into the part that can be shown now and its end, which may be the beginning of a key. */
function splitDelta(text: string, forms: readonly string[]): { shown: string; rest: string } {
  const clean = hideForms(text, forms)
  const longest = Math.max(...forms.map((form) => beginningAtEnd(clean, form)))
  return { shown: clean.slice(0, clean.length - longest), rest: clean.slice(clean.length - longest) }
}

/** Returns how many characters at the end of a text are the beginning of a form. */
function beginningAtEnd(text: string, form: string): number {
  for (let length = Math.min(form.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(form.slice(0, length))) return length
  }
  return 0
}

function hideInReply(reply: ModelReply, forms: readonly string[]): ModelReply {
  return {
    ...reply,
    text: hideForms(reply.text, forms),
    reasoning: hideForms(reply.reasoning, forms),
    toolCalls: reply.toolCalls.map((call) => ({
      ...call,
      name: hideForms(call.name, forms),
      argumentsText: hideForms(call.argumentsText, forms),
    })),
  }
}

function hideInError(error: unknown, forms: readonly string[]): unknown {
  if (!isAppError(error)) return error
  const message = hideForms(error.message, forms)
  if (message === error.message) return error
  const { code, cause, isRetryable, retryAfterSeconds } = error
  return new AppError(code, message, {
    cause,
    isRetryable,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}
