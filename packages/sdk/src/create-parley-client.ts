import {
  type BackgroundRun,
  backgroundReply,
  type Endpoint,
  type EventOf,
  hasPages,
  type InputOf,
  LIMITS,
  OPERATIONS,
  type OutputOf,
} from '@parley/contract'
import { call, readEnvelope } from './call.ts'
import { callStream } from './call-stream.ts'
import { type ReplyStream, withReply } from './reply-stream.ts'
import { type CallOptions, readJson, type ServiceConnection, send, sendOperation } from './send.ts'
import { type SentSoFar, sendForm } from './send-form.ts'

export type ClientOptions = {
  /** The address of the service, for example `https://parley.example`. */
  readonly origin: string
  /** An API key or an access token, or a function that returns one. Without it only public operations work. */
  readonly credential?: string | (() => string | Promise<string>)
  /** Used instead of the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /**
   * How many times a call is sent again after a connection that failed and the statuses 429, 502, 503 and 504; 2 by
   * default. A POST gets an idempotency key. Uploads and stateless calls are never sent again.
   */
  readonly retries?: number
}

type Arguments<E extends Endpoint> =
  Record<never, never> extends InputOf<E>
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions]

type Call<E extends Endpoint> = (...args: Arguments<E>) => Promise<OutputOf<E>>
type Stream<E extends Endpoint> = (...args: Arguments<E>) => ReplyStream<EventOf<E>, OutputOf<E>>

type Operations = typeof OPERATIONS
type Noun = Readonly<Record<string, Endpoint>>

/** The verbs of a noun that the REST API has; the others belong to the console alone. */
type RestVerb<N extends Noun> = {
  [Verb in keyof N & string]: N[Verb]['path'] extends string ? Verb : never
}[keyof N & string]
type StreamingVerb<N extends Noun> = {
  [Verb in RestVerb<N>]: [EventOf<N[Verb]>] extends [never] ? never : Verb
}[RestVerb<N>]

/** The verbs whose replies are pages. */
type PagedVerb<N extends Noun> = {
  [Verb in RestVerb<N>]: OutputOf<N[Verb]> extends { next_cursor?: string | null | undefined }
    ? 'next_cursor' extends keyof OutputOf<N[Verb]>
      ? Verb
      : never
    : never
}[RestVerb<N>]

/** The pages of a list, each as the plain call returns it. */
type Pages<E extends Endpoint> = (...args: Arguments<E>) => AsyncGenerator<OutputOf<E>, void, void>

type Calls<N extends Noun> = { readonly [Verb in keyof Pick<N, RestVerb<N>>]: Call<N[Verb]> } & {
  readonly [Verb in StreamingVerb<N> as `${Verb}Stream`]: Stream<N[Verb]>
} & {
  readonly [Verb in PagedVerb<N> as `${Verb}Pages`]: Pages<N[Verb]>
}

/** A file that becomes a data source. */
type Upload = {
  /** The file. Its name gives the name and the format of the data source when you leave those out. */
  readonly file: File
  /** The name of the data source in SQL. */
  readonly name?: string
  /** What the data is about; it helps models find it. */
  readonly description?: string
  /** The format of the file, for example `csv`. */
  readonly format?: string
}

type UploadOptions = CallOptions & {
  /**
   * Called with how much of the file has been sent, from 0 to its size.
   *
   * @example
   * await parley.dataSource.upload({ file }, { onProgress: ({ sentBytes }) => console.log(sentBytes) })
   */
  readonly onProgress?: (progress: SentSoFar) => void
}

/** The operations of the REST API as functions: `client.agent.create({…})`. */
export type ParleyClient = {
  readonly [N in Exclude<keyof Operations, 'chat' | 'dataSource'>]: Calls<Operations[N]>
} & {
  readonly chat: Calls<Operations['chat']> & {
    /**
     * Asks the agent of a session and returns as soon as the run has begun. `run.follow` returns its answer,
     * `run.followStream` its events.
     *
     * @example
     * const { run_id } = await parley.chat.queryInBackground({ session_id, query: 'What did we sell in May?' })
     * const { content } = await parley.run.follow({ run_id })
     */
    readonly queryInBackground: (
      question: InputOf<Operations['chat']['query']>,
      options?: CallOptions,
    ) => Promise<BackgroundRun>
  }
  readonly dataSource: Calls<Operations['dataSource']> & {
    /**
     * Connects a file as a data source. The file is sent while it is read.
     *
     * @example
     * await parley.dataSource.upload(
     *   { file },
     *   { onProgress: ({ sentBytes, totalBytes }) => console.log(sentBytes / totalBytes) },
     * )
     */
    readonly upload: (
      upload: Upload,
      options?: UploadOptions,
    ) => Promise<OutputOf<Operations['dataSource']['create']>>
    /**
     * The whole result of a statement as CSV with a header row. A result that ends early rejects the read.
     *
     * @example
     * const rows = await parley.dataSource.export({ sql: 'select * from sales.orders' })
     * for await (const bytes of rows) process.stdout.write(bytes)
     */
    readonly export: (
      statement: { readonly sql: string },
      options?: CallOptions,
    ) => Promise<ReadableStream<Uint8Array>>
  }
  readonly artifact: {
    /**
     * A file that an answer names in `artifacts`, for example `artifacts/<id>/chart.png`.
     *
     * @example
     * const { artifacts } = await parley.chat.query({ session_id, query: 'Draw the sales of May.' })
     * for (const path of artifacts ?? []) console.log(path, (await parley.artifact.read(path)).size)
     */
    readonly read: (path: string, options?: CallOptions) => Promise<Blob>
  }
}

/**
 * A typed client for the REST API of one Parley service. Inputs and replies are those of the contract; every reply
 * is checked against its schema. Functions throw ParleyError with the sentence of the service.
 *
 * @example
 * const parley = createParleyClient({ origin: 'http://127.0.0.1:3000', credential: apiKey })
 * const { agents } = await parley.agent.list()
 * const stream = parley.chat.queryStream({ session_id, query: 'What did we sell in May?' })
 * for await (const event of stream) if (event.type === 'text') process.stdout.write(event.delta)
 * const answer = await stream.reply()
 *
 * // A list, page by page
 * for await (const { sessions } of parley.session.listPages({ limit: 100 })) console.log(sessions.length)
 */
export function createParleyClient({
  origin,
  credential,
  fetch = globalThis.fetch,
  retries = 2,
}: ClientOptions): ParleyClient {
  const connection: ServiceConnection = {
    origin: origin.replace(/\/+$/, ''),
    credential: () => (typeof credential === 'function' ? credential() : (credential ?? null)),
    fetch,
    retries,
  }
  const calls = bindAll(connection)
  const client = {
    ...calls,
    chat: {
      ...calls.chat,
      queryInBackground: (question: Input, options: CallOptions = {}) =>
        queryInBackground(connection, question, options),
    },
    dataSource: {
      ...calls.dataSource,
      upload: (file: Upload, options: UploadOptions = {}) => upload(connection, file, options),
      export: (statement: { readonly sql: string }, options: CallOptions = {}) =>
        exportRows(connection, statement, options),
    },
    artifact: { read: (path: string, options: CallOptions = {}) => readArtifact(connection, path, options) },
  }
  // The functions and their types come from the same table.
  return client as unknown as ParleyClient
}

type Input = Readonly<Record<string, unknown>>
type Bound = Readonly<Record<string, (input?: Input, options?: CallOptions) => unknown>>

function bindAll(connection: ServiceConnection): Record<string, Bound> {
  const nouns = Object.entries<Noun>(OPERATIONS).map(([noun, verbs]) => {
    const functions = Object.entries(verbs).flatMap(([verb, endpoint]) => bind(connection, verb, endpoint))
    return [noun, Object.fromEntries(functions)]
  })
  return Object.fromEntries(nouns)
}

function bind(connection: ServiceConnection, verb: string, endpoint: Endpoint): [string, Bound[string]][] {
  if (endpoint.path === null) return []
  const whole: Bound[string] = (input = {}, options = {}) => call(connection, endpoint, { input, options })
  if (!endpoint.events) {
    const paged: Bound[string] = (input = {}, options = {}) =>
      readPages(connection, endpoint, { input, options })
    return hasPages(endpoint)
      ? [
          [verb, whole],
          [`${verb}Pages`, paged],
        ]
      : [[verb, whole]]
  }
  const stream: Bound[string] = (input = {}, options = {}) =>
    withReply(callStream(connection, endpoint, { input, options }))
  return [
    [verb, whole],
    [`${verb}Stream`, stream],
  ]
}

async function* readPages(
  connection: ServiceConnection,
  endpoint: Endpoint,
  { input, options }: { readonly input: Input; readonly options: CallOptions },
): AsyncGenerator<unknown, void, void> {
  let query: Input = { limit: LIMITS.pageSize, ...input }
  for (;;) {
    const page = (await call(connection, endpoint, { input: query, options })) as {
      next_cursor?: string | null
    }
    yield page
    if (typeof page.next_cursor !== 'string') return
    query = { ...query, cursor: page.next_cursor }
  }
}

const inBackground = { ...OPERATIONS.chat.query, reply: backgroundReply }

async function queryInBackground(connection: ServiceConnection, input: Input, options: CallOptions) {
  const request = { input, options, accept: 'application/json', prefer: 'respond-async' }
  const reply = await sendOperation(connection, inBackground, request)
  return readEnvelope(inBackground, await readJson(reply), reply.status)
}

const createDataSource = OPERATIONS.dataSource.create

async function upload(
  connection: ServiceConnection,
  { file, ...fields }: Upload,
  { signal, idempotencyKey, onProgress }: UploadOptions,
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.set(name, value)
  body.set('file', file)
  const reply = await sendForm(connection, createDataSource.path, {
    form: body,
    totalBytes: file.size,
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  })
  return readEnvelope(createDataSource, await readJson(reply), reply.status)
}

async function exportRows(
  connection: ServiceConnection,
  { sql }: { readonly sql: string },
  { signal }: CallOptions,
): Promise<ReadableStream<Uint8Array>> {
  const { body } = await send(connection, '/data_source/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sql }),
    ...(signal && { signal }),
  })
  return body ?? new ReadableStream({ start: (controller) => controller.close() })
}

async function readArtifact(
  connection: ServiceConnection,
  path: string,
  { signal }: CallOptions,
): Promise<Blob> {
  const reply = await send(connection, path.replace(/^\/?(?:api\/)?/, '/'), { ...(signal && { signal }) })
  return reply.blob()
}
