import { BASE_PATH, backgroundReply, envelopeSchema, Failure } from '@parley/contract'
import { type Deps, openTurnsInFlight } from '@parley/core'
import { createTestDeps, type TestWorld } from '@parley/core/testing'
import type { AppError } from '@parley/errors'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { handleRequest } from './rest/handle-request.ts'
import { matchRoute } from './rest/match-route.ts'
import type { RestReply } from './rest/rest-request.ts'

export type Sent = {
  readonly bearer?: string
  readonly body?: unknown
  /** A raw body instead of JSON. */
  readonly raw?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** The address of the client. */
  readonly clientAddress?: string
}

export type Received = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The parsed body; checked against the endpoint's schema on success and the failure's otherwise. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever field it is about; the schema has been checked.
  readonly body: any
  readonly reply: RestReply
}

export type TestApi = {
  readonly deps: Deps
  /** Internal errors of the service. A test that expects none checks that it is empty. */
  readonly faults: AppError[]
  readonly send: (method: string, path: string, sent?: Sent) => Promise<Received>
  /** Signs in with a new wallet and returns its access token and address. */
  readonly signIn: () => Promise<{ token: string; address: string; userId: string }>
}

/** Replaces `handleRequest`, for example by a route handler of Next.js. */
type Door = (request: Request) => Promise<Response>

/** Sends requests to the service as the server shell does, or through `door`, and checks replies against the contract. */
export function createTestApi(world: TestWorld, door?: Door): TestApi {
  const deps = { ...createTestDeps(world), turns: openTurnsInFlight('test') }
  const faults: AppError[] = []

  async function send(method: string, target: string, sent: Sent = {}): Promise<Received> {
    const [path = '', query = ''] = target.split('?', 2)
    const raw = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
    const headers: Record<string, string> = {
      ...(raw !== undefined && { 'content-type': 'application/json' }),
      ...(sent.bearer !== undefined && { authorization: `Bearer ${sent.bearer}` }),
      ...sent.headers,
    }
    if (door) {
      const reply = await enter(door, { method, target, headers, raw })
      return { ...reply, body: readReply(method, path, reply), reply }
    }
    const request = {
      method,
      path,
      query: new URLSearchParams(query),
      header: (name: string) => headers[name] ?? null,
      sessionToken: null,
      clientAddress: sent.clientAddress ?? null,
      body: bytesOf(raw),
      signal: sent.signal ?? new AbortController().signal,
    }
    const reply = await handleRequest(deps, request, (fault) => faults.push(fault))
    return { status: reply.status, headers: reply.headers, body: readReply(method, path, reply), reply }
  }

  async function signIn() {
    const account = privateKeyToAccount(generatePrivateKey())
    const challenge = await send('GET', `/auth/challenge?wallet=${account.address}`)
    const signature = await account.signMessage({ message: challenge.body.data.nonce })
    const verified = await send('POST', '/auth/verify', { body: { wallet: account.address, signature } })
    const { access_token: token, parley_uuid: userId } = verified.body.data
    return { token, address: account.address, userId }
  }

  return { deps, faults, send, signIn }
}

type Knock = {
  readonly method: string
  readonly target: string
  readonly headers: Record<string, string>
  readonly raw: string | Uint8Array | undefined
}

async function enter(door: Door, { method, target, headers, raw }: Knock): Promise<RestReply> {
  const body = typeof raw === 'object' ? Buffer.from(raw) : raw
  // A GET with a body cannot be expressed in this form.
  const init = { method, headers, ...(body !== undefined && method !== 'GET' && { body }) }
  const response = await door(new Request(`http://parley.test${BASE_PATH}${target}`, init))
  const text = await response.text()
  return { status: response.status, headers: Object.fromEntries(response.headers), body: text }
}

function readReply(method: string, path: string, { status, body }: RestReply): unknown {
  if (typeof body !== 'string') return null
  const parsed: unknown = JSON.parse(body)
  if (status === 202) return strictly(envelopeSchema(backgroundReply), parsed)
  if (status !== 200) return strictly(Failure.strict(), parsed)
  const match = matchRoute(method, path)
  if (match.kind !== 'found') throw new Error(`${method} ${path} answered 200 and is not in the contract.`)
  return strictly(envelopeSchema(match.endpoint.reply), parsed)
}

function strictly(schema: { parse: (value: unknown) => unknown }, value: unknown): unknown {
  schema.parse(value)
  return value
}

async function* bytesOf(raw: string | Uint8Array | undefined): AsyncGenerator<Uint8Array, void, void> {
  if (raw !== undefined) yield typeof raw === 'string' ? Buffer.from(raw) : raw
}
