import type { Endpoint } from '@parley/contract'
import { beginOnce } from '@parley/core'
import type * as z from 'zod'
import type { OwnedCall } from './context.ts'

/** A request that may go ahead, or the reply it got the first time. */
export type Claim<Output> =
  | { readonly kind: 'replay'; readonly output: Output }
  | {
      readonly kind: 'go'
      readonly keep: (output: Output) => Promise<void>
      readonly abandon: () => Promise<void>
    }

const UNBOUND = { kind: 'go', keep: async () => {}, abandon: async () => {} } as const

/**
 * Claims the request's Idempotency-Key; requests without one just go ahead. Throws `conflict` as `beginOnce` does.
 */
export async function claimKey<Output extends z.ZodObject>(
  endpoint: Endpoint<z.ZodObject, Output>,
  call: OwnedCall<unknown>,
): Promise<Claim<z.input<Output>>> {
  if (call.idempotencyKey === null || endpoint.method !== 'POST') return UNBOUND
  const request = { key: call.idempotencyKey, operation: endpoint.name, input: call.input }
  const once = await beginOnce(call.deps, call.owner, request)
  if (once.kind === 'started') {
    return { kind: 'go', keep: (output) => once.finish(toKept(endpoint, output)), abandon: once.abandon }
  }
  // Checked like every reply before it leaves.
  return { kind: 'replay', output: once.reply as z.input<Output> }
}

/** What of a reply may be stored. The output is plain JSON by contract. */
function toKept({ replay }: Endpoint, output: object) {
  if (replay === 'nothing') return null
  const dropped = Object.fromEntries((replay?.without ?? []).map((field) => [field, null]))
  return JSON.parse(JSON.stringify({ ...output, ...dropped }))
}
