import { type Endpoint, hasPages } from '@parley/contract'
import type { Deps } from '@parley/core'
import { AppError, type LimitState } from '@parley/errors'
import { toAppError } from '../procedure/to-app-error.ts'
import { linkNext } from './link-next.ts'
import { listOperations } from './list-operations.ts'
import { matchRoute } from './match-route.ts'
import { replyCompletion } from './openai/reply-completion.ts'
import { rateLimitFields } from './rate-limit-fields.ts'
import { readBearer } from './read-bearer.ts'
import { readInput } from './read-input.ts'
import { receiveUpload } from './receive-upload.ts'
import { changeMatching, versionFields } from './record-version.ts'
import { replyError, replyOk } from './reply.ts'
import { prefersAsync, replyAccepted } from './reply-accepted.ts'
import { replyArtifact } from './reply-artifact.ts'
import { replyDocument } from './reply-document.ts'
import { replyEvents } from './reply-events.ts'
import { replyExport } from './reply-export.ts'
import type { OnFault, RestReply, RestRequest } from './rest-request.ts'

const operations = listOperations()

/**
 * Handles any request below `{base_url}`: finds the operation, calls it and wraps its output in the envelope. Never
 * throws. An unknown path is a 404 in the form of every other failure.
 */
export async function handleRequest(deps: Deps, request: RestRequest, onFault: OnFault): Promise<RestReply> {
  const limits: LimitState[] = []
  const reply = await route({ ...deps, reportLimit: (state) => limits.push(state) }, request, onFault)
  return limits.length === 0 ? reply : { ...reply, headers: { ...rateLimitFields(limits), ...reply.headers } }
}

async function route(deps: Deps, request: RestRequest, onFault: OnFault): Promise<RestReply> {
  try {
    if (request.path.startsWith('/artifacts/')) return await replyArtifact(deps, request)
    if (request.path.startsWith('/v1/')) return await replyCompletion(deps, request, onFault)
    if (request.path === '/data_source/export') return await replyExport(deps, request)
    if (request.path === '/openapi.json') return replyDocument(request)
    const match = matchRoute(request.method, request.path)
    if (match.kind === 'unknown')
      return replyError(new AppError('not_found', 'There is nothing at this path.'))
    if (match.kind === 'wrong_method') {
      // HEAD is GET without the body (RFC 9110 §9.3.2).
      const allow = match.allowed
        .flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : method))
        .join(', ')
      const error = new AppError('method_not_allowed', `This path answers ${allow}.`)
      return replyError(error, { allow })
    }
    return await answer(deps, match.endpoint, { request, params: match.params })
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.code === 'internal') onFault(error)
    return replyError(error)
  }
}

async function answer(
  deps: Deps,
  endpoint: Endpoint,
  { request, params }: { readonly request: RestRequest; readonly params: Readonly<Record<string, string>> },
): Promise<RestReply> {
  const idempotencyKey = request.header('idempotency-key')
  const context = {
    deps,
    bearer: readBearer(request),
    signal: request.signal,
    idempotencyKey,
    clientAddress: request.clientAddress,
    onCaller: request.onCaller,
  }
  if (endpoint.isUpload && /^multipart\/form-data/i.test(request.header('content-type') ?? '')) {
    // The console uploads files here too: tRPC calls cannot carry a stream with progress.
    const uploader = { ...context, bearer: context.bearer ?? request.sessionToken }
    return replyOk(endpoint, await receiveUpload(uploader, endpoint, request))
  }
  const isStreaming = endpoint.events !== undefined && wantsEvents(request)
  const isBackground = endpoint.runsInBackground && !isStreaming && prefersAsync(request.header('prefer'))
  const operation = operations.get(isStreaming || isBackground ? `${endpoint.name}Stream` : endpoint.name)
  if (!operation) throw new AppError('internal', `${endpoint.name} has no procedure.`)
  // The lock calls this only after it has authorised the caller.
  const work = () => operation(context, () => readInput(endpoint, request, params))
  const wanted = endpoint.method === 'PATCH' ? request.header('if-match') : null
  if (wanted !== null) {
    const changed = await changeMatching(wanted, { deps, context, request, params, change: work })
    return replyOk(endpoint, changed.output, { etag: changed.etag })
  }
  const output = await work()
  // The operation of a streaming procedure returns a generator of events.
  if (isBackground) return await replyAccepted(endpoint, output as Parameters<typeof replyAccepted>[1])
  if (isStreaming) return await replyEvents(endpoint, output as Parameters<typeof replyEvents>[1])
  const headers = { ...versionFields(endpoint, output), ...(hasPages(endpoint) && linkNext(request, output)) }
  return replyOk(endpoint, output, headers)
}

function wantsEvents(request: RestRequest): boolean {
  return /\btext\/event-stream\b/i.test(request.header('accept') ?? '')
}
