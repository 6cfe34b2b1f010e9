import { randomUUID } from 'node:crypto'
import {
  cancelRun,
  completeChat,
  createResponse,
  type Deps,
  deleteResponse,
  followRun,
  getResponse,
  getResponseInput,
  type OwnerId,
  type StoredResponse,
} from '@parley/core'
import { AppError } from '@parley/errors'
import { detach } from '../../procedure/detach.ts'
import { withHeartbeats } from '../event-stream.ts'
import { readBody } from '../read-body.ts'
import { readJsonObject } from '../read-json.ts'
import type { RestReply, RestRequest } from '../rest-request.ts'
import { presentInput, presentResponse, type ResponseState, responseId } from './present-response.ts'
import { type ResponseRequest, readResponse, readResponseId } from './read-response.ts'
import { readInputPage, readRetrieval } from './read-retrieval.ts'
import { replyJson } from './reply-json.ts'
import { type ResponseEvent, streamResponse } from './stream-response.ts'

type Events = AsyncGenerator<ResponseEvent, ResponseState, void>

const RESPONSE_PATH = /^\/v1\/responses\/([^/]+?)(?:\/(cancel|input_items))?$/

/**
 * Handles the responses of OpenAI's clients (OpenAI API reference, "Responses"): create, retrieve, list its input, cancel and
 * delete.
 * A stored response is a turn of a session. Throws AppErrors.
 */
export async function replyResponse(deps: Deps, owner: OwnerId, request: RestRequest): Promise<RestReply> {
  const { method, path } = request
  if (path === '/v1/responses' && method === 'POST') return create(deps, owner, request)
  const [, id, part] = RESPONSE_PATH.exec(path) ?? []
  if (id !== undefined && part === undefined && method === 'GET') {
    return retrieve(deps, owner, { runId: readResponseId(id), request })
  }
  if (id !== undefined && part === 'input_items' && method === 'GET') {
    const after = readInputPage(request.query)
    return replyJson(presentInput(id, await getResponseInput(deps, owner, readResponseId(id)), after))
  }
  if (id !== undefined && part === undefined && method === 'DELETE') {
    await deleteResponse(deps, owner, readResponseId(id))
    return replyJson({ id, object: 'response', deleted: true })
  }
  if (id !== undefined && part === 'cancel' && method === 'POST') {
    const runId = readResponseId(id)
    await cancelRun(deps, owner, runId)
    return replyJson(presentResponse(toState(await getResponse(deps, owner, runId))))
  }
  throw new AppError(
    'not_found',
    'There are POST /v1/responses, GET and DELETE /v1/responses/{id}, GET /v1/responses/{id}/input_items and POST /v1/responses/{id}/cancel.',
  )
}

async function create(deps: Deps, owner: OwnerId, request: RestRequest): Promise<RestReply> {
  const asked = readResponse(readJsonObject(await readBody(request.body, request.header('content-length'))))
  const { begun, events } = asked.isStored
    ? await beginStored(deps, owner, asked)
    : beginUnstored(deps, owner, { asked, signal: request.signal })
  if (asked.isStreaming) return replyStream(streamResponse(begun, events))
  if (asked.isBackground) {
    void finish(events)
    return replyJson(presentResponse(begun))
  }
  return replyJson(presentResponse(await drain(events)))
}

function replyStream(frames: AsyncGenerator<string, void, void>): RestReply {
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  }
  return { status: 200, headers, body: withHeartbeats(frames) }
}

/** Replies with a stored response, or with its events behind a sequence number, also while it is being made. */
async function retrieve(
  deps: Deps,
  owner: OwnerId,
  { runId, request }: { readonly runId: string; readonly request: RestRequest },
): Promise<RestReply> {
  const wanted = readRetrieval(request.query)
  const state = toState(await getResponse(deps, owner, runId))
  if (!wanted.isStreaming) return replyJson(presentResponse(state))
  const begun: ResponseState = { ...state, status: 'running', text: '', usage: null }
  const followed = followRun(deps, owner, { runId, signal: request.signal })
  const events = ended(followed, async () => toState(await getResponse(deps, owner, runId)))
  return replyStream(streamResponse(begun, events, wanted.startingAfter))
}

type Begun = { readonly begun: ResponseState; readonly events: Events }

/** Begins a turn. It goes on without its client, hence `detach`. Throws what went wrong before the run began. */
async function beginStored(deps: Deps, owner: OwnerId, asked: ResponseRequest): Promise<Begun> {
  const { target, question, params, previousRunId, isBackground, metadata } = asked
  // `readResponse` accepts agents only.
  if (target.kind !== 'agent') throw new AppError('internal', 'Only turns of an agent are stored.')
  const work = createResponse(deps, owner, {
    agentId: target.agentId,
    previousRunId,
    instructions: question.instructions,
    prompt: question.prompt,
    params,
    metadata: Object.keys(metadata).length === 0 ? null : metadata,
    // A response in the background may be followed while it is made.
    isStreaming: asked.isStreaming || isBackground,
  })
  const events = detach(work)
  const first = await events.next()
  if (first.done || first.value.type !== 'run')
    throw new AppError('internal', 'A turn began without its run.')
  const about = { model: asked.model, isBackground, instructions: question.instructions, isStored: true }
  const begun: ResponseState = {
    ...about,
    id: responseId(first.value.runId),
    previousRunId,
    status: 'running',
    text: '',
    usage: null,
    metadata,
    createdAt: deps.now(),
  }
  return { begun, events: ended(events, (stored) => ({ ...toState(stored), ...about })) }
}

function beginUnstored(
  deps: Deps,
  owner: OwnerId,
  { asked, signal }: { readonly asked: ResponseRequest; readonly signal: AbortSignal },
): Begun {
  const { target, question, params, isStreaming, model, metadata } = asked
  const begun: ResponseState = {
    id: responseId(randomUUID()),
    model,
    isStored: false,
    instructions: question.instructions,
    previousRunId: null,
    status: 'running',
    text: '',
    usage: null,
    metadata,
    createdAt: deps.now(),
  }
  const events = completeChat(deps, owner, { target, question, params, isStreaming, signal })
  return {
    begun,
    events: ended(events, ({ outcome: { kind, text, usage } }) => {
      return { ...begun, status: kind === 'answered' ? 'ok' : kind, text, usage }
    }),
  }
}

async function* ended<Output>(
  events: AsyncGenerator<ResponseEvent, Output, void>,
  present: (output: Output) => ResponseState | Promise<ResponseState>,
): Events {
  return await present(yield* events)
}

async function drain(events: Events): Promise<ResponseState> {
  let next = await events.next()
  while (!next.done) next = await events.next()
  return next.value
}

async function finish(events: Events): Promise<void> {
  try {
    await drain(events)
  } catch {
    // The failure is stored as the closing message of the run.
  }
}

function toState(stored: StoredResponse): ResponseState {
  return { ...stored, id: responseId(stored.runId), model: stored.agentId, isStored: true }
}
