import { randomUUID } from 'node:crypto'
import { DOORS } from '@parley/contract'
import {
  type CompletedChat,
  completeChat,
  type Deps,
  listAgents,
  listLlmConfigs,
  type OwnerId,
  withOwnLimits,
} from '@parley/core'
import { AppError } from '@parley/errors'
import { authorize } from '../../procedure/authorize.ts'
import { STATUS } from '../../procedure/status.ts'
import { toAppError } from '../../procedure/to-app-error.ts'
import { firstSoon, startingWith, withHeartbeats } from '../event-stream.ts'
import { readBearer } from '../read-bearer.ts'
import { readBody } from '../read-body.ts'
import { readJsonObject } from '../read-json.ts'
import { replyError } from '../reply.ts'
import type { OnFault, RestReply, RestRequest } from '../rest-request.ts'
import {
  finishReason,
  type Heading,
  presentChunk,
  presentCompletion,
  presentUsageChunk,
} from './present-completion.ts'
import { type CompletionRequest, readCompletion } from './read-completion.ts'
import { replyJson } from './reply-json.ts'
import { replyResponse } from './reply-response.ts'

/** The text that clients of this interface get for a tool call that waits for its owner. */
const WAITING = 'Waiting for approval in Parley.'

const MODEL_PATH = '/v1/models/'

type Events = ReturnType<typeof completeChat>

/**
 * Handles the requests of OpenAI's clients (OpenAI API reference, "Chat" and "Models"): `GET /v1/models`
 * lists agents and configurations, `GET /v1/models/{model}` returns one, `POST /v1/chat/completions` asks one of them, and `/v1/responses`
 * keeps turns. The credentials are those of
 * the other interfaces; errors have OpenAI's form.
 */
export async function replyCompletion(
  deps: Deps,
  request: RestRequest,
  onFault: OnFault,
): Promise<RestReply> {
  try {
    const door = doorOf(request)
    const { clientAddress } = request
    const caller = await authorize({ deps, bearer: readBearer(request), clientAddress }, door)
    if (!caller) throw new AppError('unauthenticated', 'This operation needs a credential.')
    request.onCaller?.(caller.owner)
    const own = withOwnLimits(deps, caller)
    if (request.method === 'GET' && request.path === '/v1/models') {
      return replyJson({ object: 'list', data: await listModels(deps, caller.owner) })
    }
    if (request.method === 'GET' && request.path.startsWith(MODEL_PATH)) {
      return replyJson(await getModel(deps, caller.owner, request.path.slice(MODEL_PATH.length)))
    }
    if (isResponse(request)) return await replyResponse(own, caller.owner, request)
    if (request.method !== 'POST' || request.path !== '/v1/chat/completions') {
      throw new AppError(
        'not_found',
        'There are GET /v1/models, GET /v1/models/{model}, POST /v1/chat/completions and POST /v1/responses.',
      )
    }
    return await complete(own, caller.owner, request)
  } catch (error) {
    const known = toAppError(error)
    if (known.code === 'internal') onFault(known)
    return { ...replyError(known), body: JSON.stringify(presentError(known)) }
  }
}

function isResponse({ path }: RestRequest): boolean {
  return path === '/v1/responses' || path.startsWith('/v1/responses/')
}

/** The callers that a path accepts. */
function doorOf(request: RestRequest) {
  if (request.path.startsWith('/v1/models')) return DOORS.listModels
  if (isResponse(request) && request.method === 'GET') return DOORS.readResponse
  return isResponse(request) && request.method === 'DELETE' ? DOORS.deleteResponse : DOORS.complete
}

async function complete(deps: Deps, owner: OwnerId, request: RestRequest): Promise<RestReply> {
  const asked = readCompletion(readJsonObject(await readBody(request.body, request.header('content-length'))))
  const heading = {
    id: `chatcmpl-${randomUUID()}`,
    created: Math.floor(deps.now().getTime() / 1000),
    model: asked.model,
  }
  const events = completeChat(deps, owner, { ...asked.completion, signal: request.signal })
  if (!asked.completion.isStreaming) return replyJson(presentCompletion(await drain(events), heading))
  const first = await firstSoon(events)
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
  }
  return { status: 200, headers, body: withHeartbeats(stream(asked, heading, startingWith(first, events))) }
}

async function drain(events: Events): Promise<CompletedChat> {
  let next = await events.next()
  while (!next.done) next = await events.next()
  return next.value
}

async function* stream(
  asked: CompletionRequest,
  heading: Heading,
  events: Events,
): AsyncGenerator<string, void, void> {
  yield frame(presentChunk(heading, { role: 'assistant', content: '' }))
  try {
    let next = await events.next()
    for (; !next.done; next = await events.next()) {
      if (next.value.type === 'text') yield frame(presentChunk(heading, { content: next.value.delta }))
      if (next.value.type === 'reasoning')
        yield frame(presentChunk(heading, { reasoning_content: next.value.delta }))
      if (next.value.type === 'step_waiting')
        yield frame(presentChunk(heading, { reasoning_content: `${WAITING}\n` }))
    }
    yield frame(presentChunk(heading, {}, finishReason(next.value.outcome)))
    if (asked.hasUsageChunk) yield frame(presentUsageChunk(heading, next.value))
  } catch (error) {
    yield frame(presentError(error))
  }
  yield 'data: [DONE]\n\n'
}

async function listModels(deps: Deps, owner: OwnerId) {
  const [agents, configs] = await Promise.all([listAgents(deps, owner), listLlmConfigs(deps, owner)])
  const entry = (id: string, name: string) => ({ id, object: 'model', created: 0, owned_by: 'parley', name })
  return [
    ...agents.map(({ id, name }) => entry(id, name)),
    ...configs.map(({ id, name }) => entry(`llm:${id}`, name)),
  ]
}

/** One entry of the list. Clients encode the colon of `llm:1`, or send it as it is. */
async function getModel(deps: Deps, owner: OwnerId, segment: string) {
  const models = await listModels(deps, owner)
  const model = models.find(({ id }) => id === segment || encodeURIComponent(id) === segment)
  if (model) return model
  throw new AppError('not_found', 'There is no model with this id. GET /v1/models lists yours.')
}

function presentError(thrown: unknown) {
  const { code, message } = toAppError(thrown)
  const type = STATUS[code] < 500 ? 'invalid_request_error' : 'server_error'
  return { error: { message, type, param: null, code } }
}

function frame(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`
}
