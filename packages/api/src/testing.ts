import { ENDPOINTS, envelopeSchema, Failure } from '@parley/contract'
import { type Deps, openTurnsInFlight } from '@parley/core'
import { createTestDeps, type TestWorld } from '@parley/core/testing'
import type { AppError } from '@parley/errors'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { answerRequest } from './rest/answer-request.ts'
import { matchRoute } from './rest/match-route.ts'
import type { RestReply } from './rest/rest-request.ts'

export type Sent = {
  readonly bearer?: string
  readonly body?: unknown
  /** A body as it is, instead of JSON. */
  readonly raw?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
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
  /** What went wrong on our side. A test that expects none leaves it empty. */
  readonly faults: AppError[]
  readonly send: (method: string, path: string, sent?: Sent) => Promise<Received>
  /** Signs in with a new wallet and returns its access token and address. */
  readonly signIn: () => Promise<{ token: string; address: string; userId: string }>
}

/** Sends requests to the service as the server shell does, and checks every reply against the contract. */
export function createTestApi(world: TestWorld): TestApi {
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
    const request = {
      method,
      path,
      query: new URLSearchParams(query),
      header: (name: string) => headers[name] ?? null,
      sessionToken: null,
      source: null,
      body: bytesOf(raw),
      signal: sent.signal ?? new AbortController().signal,
    }
    const reply = await answerRequest(deps, request, (fault) => faults.push(fault))
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

function readReply(method: string, path: string, { status, body }: RestReply): unknown {
  if (typeof body !== 'string') return null
  const parsed: unknown = JSON.parse(body)
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

/** Every REST path with its method, for tests that go over the whole table. */
export function listRestOperations() {
  return ENDPOINTS.filter(({ path }) => path !== null)
}
