import * as z from 'zod'
import type { Reply } from './envelope.ts'
import type { NeededScopes } from './scope.ts'

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/**
 * The callers an operation accepts. `public`: every caller. `user`: an API key, an access token or a console session.
 * `person`: an access token or a console session, but no API key. `api_key`: an API key only.
 */
const AUDIENCES = ['public', 'user', 'person', 'api_key'] as const
export type Audience = (typeof AUDIENCES)[number]

/** The parts that the types of one operation are built from. */
type Traits = {
  readonly name: `${string}.${string}`
  readonly method: Method
  readonly path: string | null
  readonly audience: Audience
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  readonly events: z.ZodType | undefined
}

/** The HTTP statuses of failures. */
export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 429 | 500 | 502 | 503 | 504

/** The scopes that an API key needs, any one of them. Operations that accept API keys of every user name at least one. */
type Guard<A extends Audience> = A extends 'user'
  ? { readonly scopes: NeededScopes }
  : { readonly scopes?: never }

type About<T extends Traits> = {
  /** `noun.verb`: its place in `OPERATIONS`, the path of the procedure and the operation id. */
  readonly name: T['name']
  readonly method: T['method']
  /** Path below `{base_url}` with `{placeholders}`; null for operations that only the console offers. */
  readonly path: T['path']
  readonly audience: T['audience']
  /** The role that a caller needs besides; absent where every caller of the audience may call. */
  readonly role?: 'administrator'
  readonly summary: string
  /** What callers need besides the schemas. */
  readonly description?: string
  /** True for operations beyond the specification. */
  readonly isAddition?: boolean
  /** Fields of the query that a request header may hold instead, with the name of that header. */
  readonly headers?: Readonly<Record<string, string>>
  /** The schema of one event of `Accept: text/event-stream`, where the operation can stream. */
  readonly events?: T['events']
  /** True where `Prefer: respond-async` lets the run go on in the background. */
  readonly runsInBackground?: true
  /**
   * Present where the operation is an event. `target` is the field of the reply or the input with the id of the record,
   * `person` the field of the input with the id of another user, `about` the fields of the input that name things.
   */
  readonly event?: {
    readonly target?: string
    readonly person?: string
    readonly about?: readonly string[]
  }
  /** What a repeated Idempotency-Key returns: the whole reply by default, or the reply with fields set to null. */
  readonly replay?: 'nothing' | { readonly without: readonly string[] }
  /** True where the body may also be a multipart form with one `file`. */
  readonly isUpload?: boolean
  /**
   * Present where the record has a version: GET replies with it in the header ETag, and PATCH of the same path accepts
   * it in If-Match. It covers the whole reply of GET, or all but some fields.
   */
  readonly version?: 'whole' | { readonly without: readonly string[] }
  /** Statuses of failures beyond those that follow from audience, method, path and body. */
  readonly failures?: readonly FailureStatus[]
  /** The example body of the document, when a body made of the examples of its fields would be invalid. */
  readonly example?: Readonly<Record<string, unknown>>
  readonly reply: Reply<T['output']>
}

/** One operation. Procedures, REST, the OpenAPI document, the client, forms and tests are derived from it. */
export type Endpoint<T extends Traits = Traits> = About<T> & {
  /** Present where the audience is `user`. */
  readonly scopes?: NeededScopes
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly body: z.ZodObject
  /** Path, query and body together; the path comes last so that a body cannot override an id. */
  readonly input: T['input']
}

/** What callers send to an operation. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
/** What an operation returns, without the envelope. */
export type OutputOf<E extends Endpoint> = z.output<E['reply']['output']>
/** What a streamed operation emits before its reply; never where the operation cannot stream. */
export type EventOf<E extends Endpoint> = E extends { readonly events?: infer Events }
  ? z.output<Extract<Events, z.ZodType>>
  : never

type Parts<P extends z.ZodRawShape, Q extends z.ZodRawShape, B extends z.ZodRawShape> = {
  /** The placeholders of the path, by name. */
  params?: z.ZodObject<P>
  query?: z.ZodObject<Q>
  body?: z.ZodObject<B>
}

/** Declares an operation. Unknown fields are ignored, never merged. */
export function endpoint<
  const Name extends Traits['name'],
  const M extends Method,
  const Path extends Traits['path'],
  const A extends Audience,
  Output extends z.ZodObject,
  Events extends Traits['events'] = undefined,
  P extends z.ZodRawShape = Record<never, never>,
  Q extends z.ZodRawShape = Record<never, never>,
  B extends z.ZodRawShape = Record<never, never>,
>(
  about: About<{
    name: Name
    method: M
    path: Path
    audience: A
    input: z.ZodObject
    output: Output
    events: Events
  }> &
    Guard<A> &
    Parts<P, Q, B>,
) {
  const params = about.params ?? z.object({})
  const query = about.query ?? z.object({})
  const body = about.body ?? z.object({})
  const input = z.object({ ...query.shape, ...body.shape, ...params.shape })
  const declared = { ...about, params, query, body, input }
  // The input is the intersection of three shapes; the compiler keeps no record of that.
  return declared as unknown as Endpoint<{
    name: Name
    method: M
    path: Path
    audience: A
    input: z.ZodObject<Q & B & P>
    output: Output
    events: Events
  }>
}
