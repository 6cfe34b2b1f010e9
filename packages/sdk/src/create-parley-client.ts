import { type ChatEvent, createDataSource, type Endpoint } from '@parley/contract'
import type * as z from 'zod'
import { call, readEnvelope } from './call.ts'
import { callStream } from './call-stream.ts'
import { OPERATIONS } from './operations.ts'
import { type CallOptions, type Connection, readJson, send } from './send.ts'

export type ClientOptions = {
  /** Where the service answers: `https://parley.example`. */
  readonly origin: string
  /** An API key or an access token, or how to get one; without it only public operations work. */
  readonly credential?: string | (() => string | Promise<string>)
  /** In place of the platform's. */
  readonly fetch?: typeof fetch
}

type InputOf<E extends Endpoint> = z.input<E['input']>
type OutputOf<E extends Endpoint> = z.output<E['reply']['output']>
type Arguments<E extends Endpoint> =
  Record<never, never> extends InputOf<E>
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions]

type Call<E extends Endpoint> = (...args: Arguments<E>) => Promise<OutputOf<E>>
type Stream<E extends Endpoint> = (...args: Arguments<E>) => AsyncGenerator<ChatEvent, OutputOf<E>, void>

type Operations = typeof OPERATIONS
type Calls = {
  readonly [Noun in keyof Operations]: {
    readonly [Verb in keyof Operations[Noun]]: Operations[Noun][Verb] extends Endpoint
      ? Call<Operations[Noun][Verb]>
      : never
  }
}
type Chat = Operations['chat']

/** What a file becomes a data source with; name and format come from the file's name where they are left out. */
type Upload = {
  readonly file: File
  readonly name?: string
  readonly description?: string
  readonly format?: string
}

/** The operations of the REST API as functions: `client.agent.create({…})`. */
export type ParleyClient = Omit<Calls, 'chat' | 'dataSource'> & {
  readonly chat: Calls['chat'] & {
    readonly queryStream: Stream<Chat['query']>
    readonly invokeAgentStream: Stream<Chat['invokeAgent']>
    readonly invokeLlmStream: Stream<Chat['invokeLlm']>
  }
  readonly dataSource: Calls['dataSource'] & {
    /** Connects a file of any size; it is sent as it is read. */
    readonly upload: (upload: Upload, options?: CallOptions) => Promise<OutputOf<typeof createDataSource>>
  }
  readonly artifact: {
    /** A file that an answer names, by the path it is named with. */
    readonly read: (path: string, options?: CallOptions) => Promise<Blob>
  }
}

/**
 * A typed client for the REST API of one Parley service. Inputs and replies are those of the contract; every reply
 * is checked against its schema. Functions throw ParleyError with the service's own sentence.
 */
export function createParleyClient({
  origin,
  credential,
  fetch = globalThis.fetch,
}: ClientOptions): ParleyClient {
  const connection: Connection = {
    origin: origin.replace(/\/+$/, ''),
    credential: () => (typeof credential === 'function' ? credential() : (credential ?? null)),
    fetch,
  }
  const calls = bindAll(connection)
  const stream =
    (endpoint: Endpoint) =>
    (input: Input = {}, options: CallOptions = {}) =>
      callStream(connection, endpoint, { input, options })
  const { query, invokeAgent, invokeLlm } = OPERATIONS.chat
  const client = {
    ...calls,
    chat: {
      ...calls.chat,
      queryStream: stream(query),
      invokeAgentStream: stream(invokeAgent),
      invokeLlmStream: stream(invokeLlm),
    },
    dataSource: {
      ...calls.dataSource,
      upload: (file: Upload, options: CallOptions = {}) => upload(connection, file, options),
    },
    artifact: { read: (path: string, options: CallOptions = {}) => readArtifact(connection, path, options) },
  }
  // The table gives each function its endpoint; that they fit is what its test tries, operation by operation.
  return client as unknown as ParleyClient
}

type Input = Readonly<Record<string, unknown>>
type Bound = Readonly<Record<string, (input?: Input, options?: CallOptions) => Promise<unknown>>>

function bindAll(connection: Connection): Record<keyof Operations, Bound> {
  const bind =
    (endpoint: Endpoint) =>
    (input: Input = {}, options: CallOptions = {}) =>
      call(connection, endpoint, { input, options })
  const nouns = Object.entries(OPERATIONS).map(([noun, verbs]) => [
    noun,
    Object.fromEntries(Object.entries(verbs).map(([verb, endpoint]) => [verb, bind(endpoint)])),
  ])
  return Object.fromEntries(nouns)
}

async function upload(
  connection: Connection,
  { file, ...fields }: Upload,
  { signal, idempotencyKey }: CallOptions,
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.set(name, value)
  body.set('file', file)
  const reply = await send(connection, createDataSource.path ?? '', {
    method: createDataSource.method,
    body,
    ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
    ...(signal && { signal }),
  })
  return readEnvelope(createDataSource, await readJson(reply), reply.status)
}

async function readArtifact(connection: Connection, path: string, { signal }: CallOptions): Promise<Blob> {
  const reply = await send(connection, path.replace(/^\/api/, ''), { ...(signal && { signal }) })
  return reply.blob()
}
