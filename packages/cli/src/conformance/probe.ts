import { show, Violation } from './violation.ts'

/** A reply as it came. */
export type Reply = {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly text: string
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown
  /** `data` of the envelope, whose fields the rules read one by one. */
  readonly data: Readonly<Record<string, unknown>>
}

type Request = {
  /** The credential; null sends none. The caller's own by default. */
  readonly key?: string | null
  readonly body?: unknown
  /** A body that is sent as it is. */
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends requests to one server as they are written, without checks. */
export type Probe = (method: string, path: string, request?: Request) => Promise<Reply>

type Connection = {
  readonly baseUrl: string
  readonly key: string
  readonly fetch: typeof globalThis.fetch
  readonly signal: AbortSignal
}

const TIMEOUT_MS = 120_000

/** Opens a probe for paths below a base URL. */
export function openProbe({ baseUrl, key, fetch, signal }: Connection): Probe {
  return async function probe(method, path, request = {}) {
    const body = request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
    const credential = request.key === undefined ? key : request.key
    const target = `${baseUrl}${path}`
    const reply = await fetch(target, {
      method,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        ...(credential !== null && { authorization: `Bearer ${credential}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(body !== undefined && { body }),
    }).catch((cause) => {
      throw new Violation(`${method} ${target} got no reply.`, { cause })
    })
    const text = await reply.text().catch((cause) => {
      throw new Violation(`The body of ${method} ${target} was cut off.`, { cause })
    })
    const json = parse(text)
    const data = Object((json as { data?: unknown } | undefined)?.data)
    return { status: reply.status, header: (name) => reply.headers.get(name), text, json, data }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The data of a reply that must be a success. Throws Violation otherwise. */
export function dataOf(reply: Reply, call: string): Readonly<Record<string, unknown>> {
  if (reply.status === 200 && (reply.json as { status?: unknown } | undefined)?.status === 'ok')
    return reply.data
  throw new Violation(`${call} must succeed and returned ${reply.status} ${show(reply.json ?? reply.text)}.`)
}
