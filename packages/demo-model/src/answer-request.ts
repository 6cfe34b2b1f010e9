import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readJson } from './json.ts'
import { planReply } from './plan-reply.ts'
import { MODEL_DESCRIPTION, MODEL_ID } from './texts.ts'
import { type ChatReply, readChatRequest } from './wire.ts'

/** Twice the service's limit for a body, because a transcript contains the results of its tools. */
const MOST_BYTES = 2 * 1024 * 1024

/**
 * Answers one HTTP request as an OpenAI-compatible server does: `GET …/models`, `POST …/chat/completions`,
 * streamed or not, under any base path. Needs no key. Errors have OpenAI's shape. Never rejects.
 */
export async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [target = '/'] = (request.url ?? '/').split('?')
  const path = target.endsWith('/') ? target.slice(0, -1) : target
  try {
    if (path.endsWith('/chat/completions')) return await answerChat(request, response)
    if (path.endsWith('/models')) return sendJson(response, 200, { object: 'list', data: [describeModel()] })
    if (path.endsWith(`/models/${MODEL_ID}`)) return sendJson(response, 200, describeModel())
    return sendError(response, 404, 'There is no such address. Use GET /models or POST /chat/completions.')
  } catch {
    if (!response.headersSent) return sendError(response, 500, 'The demo model failed.')
    response.destroy()
  }
}

async function answerChat(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return sendError(response, 405, 'Send a POST request.')
  const body = await readBody(request)
  if (body === null) return sendError(response, 413, `The body is larger than ${MOST_BYTES} bytes.`)
  const chat = readChatRequest(readJson(body))
  if (typeof chat === 'string') return sendError(response, 400, chat)
  if (chat.model !== MODEL_ID) {
    return sendError(
      response,
      404,
      `The model "${chat.model}" does not exist here; there is only "${MODEL_ID}".`,
    )
  }

  const reply = planReply(chat)
  const frame: Frame = {
    id: `chatcmpl-${randomUUID()}`,
    created: Math.floor(Date.now() / 1000),
    usage: countUsage(body, reply),
  }
  if (chat.isStreaming) return sendStream(response, reply, { ...frame, hasUsage: chat.hasStreamUsage })
  sendJson(response, 200, toCompletion(reply, frame))
}

type Usage = {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
}
type Frame = { readonly id: string; readonly created: number; readonly usage: Usage }

function toCompletion(reply: ChatReply, { id, created, usage }: Frame): object {
  const message = {
    role: 'assistant',
    content: reply.content === '' ? null : reply.content,
    ...(reply.toolCalls.length > 0 ? { tool_calls: toWireCalls(reply) } : {}),
  }
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finishReason(reply) }]
  return { id, object: 'chat.completion', created, model: MODEL_ID, choices, usage }
}

function sendStream(response: ServerResponse, reply: ChatReply, frame: Frame & { hasUsage: boolean }): void {
  const { id, created, usage, hasUsage } = frame
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  const send = (delta: object, finish: string | null = null) => {
    const choices = [{ index: 0, delta, finish_reason: finish }]
    write({ id, object: 'chat.completion.chunk', created, model: MODEL_ID, choices })
  }
  const write = (chunk: object) => response.write(`data: ${JSON.stringify(chunk)}\n\n`)

  send({ role: 'assistant', content: '' })
  for (const [word] of reply.content.matchAll(/\s*\S+\s*/g)) send({ content: word })
  for (const [index, call] of toWireCalls(reply).entries()) send({ tool_calls: [{ index, ...call }] })
  send({}, finishReason(reply))
  if (hasUsage) write({ id, object: 'chat.completion.chunk', created, model: MODEL_ID, choices: [], usage })
  response.end('data: [DONE]\n\n')
}

function toWireCalls({ toolCalls }: ChatReply): { id: string; type: string; function: object }[] {
  return toolCalls.map(({ id, name, argumentsText }) => {
    return { id, type: 'function', function: { name, arguments: argumentsText } }
  })
}

function finishReason({ toolCalls }: ChatReply): string {
  return toolCalls.length > 0 ? 'tool_calls' : 'stop'
}

/** Rules have no tokens. `usage` counts four characters as one token. */
function countUsage(body: string, reply: ChatReply): Usage {
  const prompt = Math.ceil(body.length / 4)
  const completion = Math.ceil((reply.content.length + JSON.stringify(reply.toolCalls).length - 2) / 4)
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}

function describeModel(): object {
  return { id: MODEL_ID, object: 'model', created: 0, owned_by: 'parley', description: MODEL_DESCRIPTION }
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const part = Buffer.from(chunk)
    bytes += part.length
    // Reads and discards the rest: a client whose connection is closed early never reads the reply.
    if (bytes <= MOST_BYTES) chunks.push(part)
  }
  return bytes > MOST_BYTES ? null : Buffer.concat(chunks).toString('utf8')
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}

function sendError(response: ServerResponse, status: number, message: string): void {
  const code = status === 404 ? 'not_found' : null
  sendJson(response, status, { error: { message, type: 'invalid_request_error', param: null, code } })
}
