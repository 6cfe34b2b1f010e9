import * as z from 'zod'
import type { Reply } from './envelope.ts'

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/**
 * Who may call: `public` anybody; `user` an API key, an access token or a console session; `person` an access
 * token or a console session but no API key; `api_key` an API key only.
 */
const AUDIENCES = ['public', 'user', 'person', 'api_key'] as const
export type Audience = (typeof AUDIENCES)[number]

type Parts<P extends z.ZodRawShape, Q extends z.ZodRawShape, B extends z.ZodRawShape> = {
  /** Placeholders of the path, by name. */
  params?: z.ZodObject<P>
  query?: z.ZodObject<Q>
  body?: z.ZodObject<B>
}

type About<M extends Method> = {
  /** `noun.verb`: the procedure's path, the operation id, the file's name. */
  readonly name: `${string}.${string}`
  readonly method: M
  /** Path below `{base_url}` with `{placeholders}`; null for operations only the console offers. */
  readonly path: string | null
  readonly audience: Audience
  readonly summary: string
  /** What a caller must know beyond the schemas. */
  readonly description?: string
  /** True for operations beyond the specification. */
  readonly isAddition?: boolean
  /** Events of `Accept: text/event-stream`, where the operation can stream. */
  readonly events?: z.ZodType
  /** What an Idempotency-Key repeats: the whole reply unless said otherwise, or the reply with fields set to null. */
  readonly replay?: 'nothing' | { readonly without: readonly string[] }
  /** True where the body may also be a multipart form with one `file`. */
  readonly isUpload?: boolean
}

/** One operation; procedures, REST, the OpenAPI document, the client, forms and tests are derived from it. */
export type Endpoint<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  M extends Method = Method,
> = About<M> & {
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly body: z.ZodObject
  /** Path, query and body together, path last so that a body cannot override an id. */
  readonly input: Input
  readonly reply: Reply<Output>
}

/** Declares an operation. Unknown fields are ignored, never merged. */
export function endpoint<
  const M extends Method,
  Output extends z.ZodObject,
  P extends z.ZodRawShape = Record<never, never>,
  Q extends z.ZodRawShape = Record<never, never>,
  B extends z.ZodRawShape = Record<never, never>,
>(about: About<M> & Parts<P, Q, B> & { reply: Reply<Output> }): Endpoint<z.ZodObject<Q & B & P>, Output, M> {
  const params = about.params ?? z.object({})
  const query = about.query ?? z.object({})
  const body = about.body ?? z.object({})
  const input = z.object({ ...query.shape, ...body.shape, ...params.shape })
  // The spread of three shapes is their intersection; the compiler keeps no record of that.
  return { ...about, params, query, body, input: input as unknown as z.ZodObject<Q & B & P> }
}
