import type { JsonObject } from '@parley/domain'
import type { Model, ModelEvent, ModelReply, ModelRequest, ToolCall } from './types.ts'

/** One scripted reply. A string is the text of an answer; an Error is thrown. */
export type ScriptedReply =
  | string
  | Error
  | {
      readonly text?: string
      readonly reasoning?: string
      readonly toolCalls?: readonly ScriptedCall[]
      readonly finishReason?: ModelReply['finishReason']
      readonly usage?: ModelReply['usage']
      readonly echo?: unknown
      /** The deltas streamed before the reply. Absent: text and reasoning are one delta each. */
      readonly deltas?: readonly ModelEvent[]
      /** Thrown after the deltas. */
      readonly error?: Error
      /** Sends nothing more after the deltas, not even when the signal aborts. */
      readonly isHanging?: boolean
    }

export type ScriptedCall = {
  readonly name: string
  /** An object is sent as JSON, a string unchanged. */
  readonly arguments?: JsonObject | string
  readonly id?: string
}

export type ScriptedModel = {
  readonly model: Model
  /** The requests that the model received, in order. */
  readonly requests: readonly ModelRequest[]
}

/**
 * Returns a model that answers from a list and records its requests. The first call without a scripted reply
 * throws a plain Error, so that the test fails. Deltas are sent only to streaming requests.
 */
export function scriptedModel(replies: readonly ScriptedReply[]): ScriptedModel {
  const requests: ModelRequest[] = []
  async function* model(request: ModelRequest): AsyncGenerator<ModelEvent, ModelReply, void> {
    const scripted = replies[requests.length]
    requests.push({ ...request, messages: [...request.messages] })
    if (scripted === undefined) throw new Error(`Unscripted model call number ${requests.length}.`)
    if (scripted instanceof Error) throw scripted
    const { deltas, error, isHanging, ...rest } = typeof scripted === 'string' ? { text: scripted } : scripted
    const reply = toReply(rest, requests.length)
    if (request.isStreaming) yield* deltas ?? toDeltas(reply)
    if (error !== undefined) throw error
    if (isHanging === true) await new Promise(() => undefined)
    return reply
  }
  return { model, requests }
}

type ReplyParts = Omit<Exclude<ScriptedReply, string | Error>, 'deltas' | 'error' | 'isHanging'>

function toReply(parts: ReplyParts, number: number): ModelReply {
  const toolCalls = (parts.toolCalls ?? []).map((call, index): ToolCall => {
    const written = call.arguments ?? {}
    const argumentsText = typeof written === 'string' ? written : JSON.stringify(written)
    return { id: call.id ?? `call_${number}_${index + 1}`, name: call.name, argumentsText }
  })
  return {
    text: parts.text ?? '',
    reasoning: parts.reasoning ?? '',
    toolCalls,
    usage: parts.usage ?? null,
    finishReason: parts.finishReason ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop'),
    ...(parts.echo === undefined ? {} : { echo: parts.echo }),
  }
}

function* toDeltas(reply: ModelReply): Generator<ModelEvent> {
  if (reply.reasoning !== '') yield { type: 'reasoning', delta: reply.reasoning }
  if (reply.text !== '') yield { type: 'text', delta: reply.text }
}
