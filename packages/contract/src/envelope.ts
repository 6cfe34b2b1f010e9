import * as z from 'zod'

/**
 * The four shapes of a reply (docs/spec/agent-service.md#envelope-and-status). `data` is the usual one,
 * `none` is for session deletion, `message` for key revocation. All failures have the same shape.
 */
export type Reply<Output extends z.ZodObject = z.ZodObject> =
  | { readonly kind: 'data'; readonly output: Output }
  | { readonly kind: 'none'; readonly output: Output }
  | { readonly kind: 'message'; readonly output: Output }

export const Failure = z
  .object({
    status: z.literal('error').describe('Always `error`.'),
    message: z.string().describe('What is wrong and what to do.'),
  })
  .meta({ id: 'Failure' })
export type Failure = z.infer<typeof Failure>

const Empty = z.object({})
const MessageOutput = z.object({ message: z.string().describe('What was done.') })

/** A reply that carries `data`. */
export function data<Shape extends z.ZodRawShape>(output: z.ZodObject<Shape>) {
  return { kind: 'data', output } as const
}

/** A reply whose `data` is empty: `{status: 'ok', data: {}}`. */
export const emptyData = { kind: 'data', output: Empty } as const

/** A reply without data: `{status: 'ok'}`. */
export const noData = { kind: 'none', output: Empty } as const

/** A reply with a sentence: `{status: 'ok', message}`. */
export const messageOnly = { kind: 'message', output: MessageOutput } as const

/** Wraps what a procedure returned into the envelope of its endpoint. */
export function toEnvelope(reply: Reply, output: unknown): unknown {
  if (reply.kind === 'none') return { status: 'ok' }
  if (reply.kind === 'message') return { status: 'ok', ...(output as { message: string }) }
  return { status: 'ok', data: output }
}

/** The schema of the whole success body of an endpoint. */
export function envelopeSchema(reply: Reply): z.ZodObject {
  const status = z.literal('ok').describe('Always `ok`.')
  if (reply.kind === 'none') return z.strictObject({ status })
  if (reply.kind === 'message') return z.strictObject({ status, ...reply.output.shape })
  return z.strictObject({ status, data: described(reply.output) })
}

/** Schemas with an id are referenced by it. A description would make a copy with another identity. */
function described(output: z.ZodObject): z.ZodObject {
  return z.globalRegistry.get(output)?.id ? output : output.describe('What the operation returns.')
}
