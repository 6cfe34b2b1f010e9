import { BASE_PATH, type Endpoint, Failure } from '@parley/contract'
import { ParleyError } from './parley-error.ts'
import { repeat } from './repeat.ts'

export type ServiceConnection = {
  readonly origin: string
  readonly credential: () => string | null | Promise<string | null>
  readonly fetch: typeof fetch
  /** How many times a call that failed for a moment is sent again. */
  readonly retries: number
}

export type CallOptions = {
  /** Aborts the call. A turn that has begun is stored all the same. */
  readonly signal?: AbortSignal
  /** Names the call. A repetition under the same name is not carried out again (POST only). */
  readonly idempotencyKey?: string
}

type Input = Readonly<Record<string, unknown>>

type Sending = {
  readonly input: Input
  readonly options: CallOptions
  /** The media type of the reply. */
  readonly accept: string
  /** The header `Prefer` (RFC 7240). */
  readonly prefer?: string
}

/**
 * Sends an operation: its path from the input, then query or body. A call that failed for a moment is sent again; a
 * POST under one idempotency key, so that it takes effect once. Throws ParleyError unless it succeeds.
 */
export function sendOperation(
  connection: ServiceConnection,
  endpoint: Endpoint,
  sending: Sending,
): Promise<Response> {
  const { options } = sending
  const isPost = endpoint.method === 'POST'
  // The replies of these calls are not stored, so a repetition could not return them.
  const isRepeatable = !isPost || (endpoint.audience !== 'public' && endpoint.replay !== 'nothing')
  if (connection.retries === 0 || !isRepeatable) return sendOnce(connection, endpoint, sending)
  const idempotencyKey = options.idempotencyKey ?? (isPost ? crypto.randomUUID() : undefined)
  const named = { ...options, ...(idempotencyKey !== undefined && { idempotencyKey }) }
  return repeat(() => sendOnce(connection, endpoint, { ...sending, options: named }), {
    retries: connection.retries,
    ...(options.signal && { signal: options.signal }),
  })
}

function sendOnce(
  connection: ServiceConnection,
  endpoint: Endpoint,
  { input, options, accept, prefer }: Sending,
): Promise<Response> {
  const hasBody = Object.keys(endpoint.body.shape).length > 0
  return send(connection, `${fillPath(endpoint, input)}${queryOf(endpoint, input)}`, {
    method: endpoint.method,
    headers: {
      accept,
      ...(prefer !== undefined && { prefer }),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
    },
    ...(hasBody && { body: JSON.stringify(pick(endpoint.body.shape, input)) }),
    ...(options.signal && { signal: options.signal }),
  })
}

/** Sends a request to a path below `{base_url}`. Throws ParleyError unless it succeeds. */
export async function send(
  { origin, credential, fetch }: ServiceConnection,
  path: string,
  request: RequestInit,
): Promise<Response> {
  const token = await credential()
  const headers = new Headers(request.headers)
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  let reply: Response
  try {
    reply = await fetch(`${origin}${BASE_PATH}${path}`, { ...request, headers })
  } catch (cause) {
    // The caller aborted; the reason is the caller's own.
    if (request.signal?.aborted) throw cause
    throw new ParleyError(`The service at ${origin} did not answer.`, { status: 0, cause })
  }
  if (!reply.ok) throw await failureOf(reply)
  return reply
}

async function failureOf(reply: Response): Promise<ParleyError> {
  const body = Failure.safeParse(await readJson(reply))
  const retryAfter = reply.headers.get('retry-after')
  return new ParleyError(
    body.success ? body.data.message : `The service answered with status ${reply.status}.`,
    {
      status: reply.status,
      code: reply.headers.get('x-error-code'),
      retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
    },
  )
}

/** Undefined for what is no JSON, for example the page of a proxy. */
export async function readJson(reply: Response): Promise<unknown> {
  try {
    return await reply.json()
  } catch {
    return undefined
  }
}

function fillPath({ path, name }: Endpoint, input: Input): string {
  if (path === null) throw new TypeError(`${name} is no operation of the REST API.`)
  return path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(input[key])))
}

function queryOf(endpoint: Endpoint, input: Input): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(pick(endpoint.query.shape, input))) query.set(key, String(value))
  return query.size > 0 ? `?${query}` : ''
}

function pick(shape: object, input: Input): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(shape).flatMap((key) => (input[key] === undefined ? [] : [[key, input[key]]])),
  )
}
