import { createThinkSplitter, type ModelEvent, type ModelReply } from '@parley/agent'
import type { Usage } from '@parley/domain'
import type { ChatQuirks } from './chat-quirks.ts'
import {
  type CollectedCall,
  pickFields,
  readContent,
  readReasoning,
  readUsage,
  toModelReply,
} from './chat-reply.ts'
import { cutOff, errorFromBody, unreadable } from './model-error.ts'
import type { ModelEndpoint } from './resolve-endpoint.ts'
import { readServerEvents } from './server-events.ts'
import { argumentsAsText } from './tool-arguments.ts'
import { parseObject, readArray, readObject, readString, type WireObject } from './wire.ts'

/**
 * Reads a streamed reply of POST /chat/completions: yields its deltas, returns it whole. Throws the AppError
 * for an error inside the stream and for a stream that ends without a finish reason.
 */
export async function* readChatStream(
  body: AsyncIterable<Uint8Array>,
  { endpoint, quirks }: { endpoint: ModelEndpoint; quirks: ChatQuirks },
): AsyncGenerator<ModelEvent, ModelReply, void> {
  const draft = newDraft()
  const splitter = createThinkSplitter()
  let isDone = false

  for await (const events of readServerEvents(body)) {
    for (const { data } of events) {
      if (data === '[DONE]') {
        isDone = true
        continue
      }
      const chunk = parseObject(data)
      if (chunk === null) throw unreadable(endpoint.label)
      if (chunk.error !== undefined && chunk.error !== null) throw errorFromBody(chunk.error, endpoint)
      const { content, reasoning } = takeChunk(draft, chunk, quirks)
      if (reasoning !== '') yield { type: 'reasoning', delta: reasoning }
      if (content !== '') yield* splitter.push(content)
    }
    if (isDone) break
  }
  if (draft.finishReason === '' && !(isDone && quirks.isDoneEnough)) throw cutOff(endpoint.label)
  yield* splitter.end()
  return toModelReply(finishDraft(draft), { endpoint, quirks })
}

type DraftCall = { index: unknown; id: string; name: string; argumentsText: string; extraContent: unknown }

type Draft = {
  content: string
  reasoning: string
  calls: DraftCall[]
  finishReason: string
  usage: Usage | null
  echoed: Record<string, unknown>
}

function newDraft(): Draft {
  return { content: '', reasoning: '', calls: [], finishReason: '', usage: null, echoed: {} }
}

function takeChunk(
  draft: Draft,
  chunk: WireObject,
  quirks: ChatQuirks,
): { content: string; reasoning: string } {
  draft.usage = readUsage(chunk.usage) ?? draft.usage
  const choice = readObject(readArray(chunk.choices)[0])
  draft.finishReason = readString(choice?.finish_reason) || draft.finishReason
  const delta = readObject(choice?.delta)
  if (delta === null) return { content: '', reasoning: '' }

  const content = readContent(delta.content) || readString(delta.refusal)
  const reasoning = readReasoning(delta)
  draft.content += content
  draft.reasoning += reasoning
  joinFields(draft.echoed, pickFields(delta, quirks.echoedFields))
  for (const piece of readArray(delta.tool_calls)) takeCallPiece(draft.calls, readObject(piece) ?? {})
  return { content, reasoning }
}

/** Joins texts, appends to lists, and replaces any other value. */
function joinFields(echoed: Record<string, unknown>, fields: WireObject): void {
  for (const [name, value] of Object.entries(fields)) {
    const before = echoed[name]
    if (typeof before === 'string' && typeof value === 'string') echoed[name] = before + value
    else if (Array.isArray(before) && Array.isArray(value)) echoed[name] = [...before, ...value]
    else echoed[name] = value
  }
}

type CallPiece = { index: unknown; id: string; name: string; argumentsText: string }

/** Adds a piece to its call, or begins a new call. */
function takeCallPiece(calls: DraftCall[], delta: WireObject): void {
  const written = readObject(delta.function)
  const piece: CallPiece = {
    index: delta.index ?? null,
    id: readString(delta.id),
    name: readString(written?.name),
    argumentsText: pieceOfArguments(written?.arguments),
  }
  const known = findCall(calls, piece)
  const call = known ?? { ...piece, argumentsText: '', extraContent: undefined }
  if (known === undefined) calls.push(call)

  call.name ||= piece.name
  call.id ||= piece.id
  call.extraContent = delta.extra_content ?? call.extraContent
  call.argumentsText += piece.argumentsText
}

function pieceOfArguments(value: unknown): string {
  return readObject(value) === null ? readString(value) : JSON.stringify(value)
}

/**
 * Returns the call that a piece continues. Servers send: no index, one index for several calls, one id for
 * several calls, a new id with every piece, or id and name repeated in every piece.
 */
function findCall(calls: readonly DraftCall[], { index, id, name, argumentsText }: CallPiece) {
  const nearby = index === null ? calls : calls.filter((call) => call.index === index)
  const last = nearby.at(-1)
  const sameId = id === '' ? undefined : nearby.findLast((call) => call.id === id)
  if (last === undefined || name === '' || last.name === '') return sameId ?? last
  if (id !== '' && sameId === undefined) return undefined

  // A repeated name begins a new call once the arguments of the previous one are complete.
  const call = sameId ?? last
  const isWhole = parseObject(call.argumentsText) !== null
  const isRepetition = call.name === name && (!isWhole || (sameId !== undefined && argumentsText === ''))
  return isRepetition ? call : undefined
}

function finishDraft(draft: Draft) {
  const toolCalls = draft.calls
    .filter((call) => call.name !== '')
    .map((call): CollectedCall => ({ ...call, argumentsText: argumentsAsText(call.argumentsText) }))
  return { ...draft, toolCalls }
}
