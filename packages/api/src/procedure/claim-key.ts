import type { Endpoint } from '@parley/contract'
import { beginOnce, hasScope } from '@parley/core'
import type { OwnedCall } from './context.ts'

/** A request that may run, or the reply that its key got the first time. */
export type Claim =
  | { readonly kind: 'replay'; readonly output: unknown }
  | {
      readonly kind: 'go'
      readonly keep: (output: object) => Promise<void>
      readonly abandon: () => Promise<void>
    }

const UNBOUND = { kind: 'go', keep: async () => {}, abandon: async () => {} } as const

/** Claims the request's Idempotency-Key. A request without a key runs. Throws `conflict` as `beginOnce` does. */
export async function claimKey(endpoint: Endpoint, call: OwnedCall<unknown>): Promise<Claim> {
  if (call.idempotencyKey === null || endpoint.method !== 'POST') return UNBOUND
  // A stored reply may hold secrets, so callers who see none have separate keys.
  const operation = hasScope(call.caller, 'secrets') ? endpoint.name : `${endpoint.name} without secrets`
  const request = { key: call.idempotencyKey, operation, input: call.input }
  const once = await beginOnce(call.deps, call.owner, request)
  if (once.kind === 'replay') return { kind: 'replay', output: once.reply }
  return { kind: 'go', keep: (output) => once.finish(toKept(endpoint, output)), abandon: once.abandon }
}

/** The part of a reply that may be stored. By contract the output is plain JSON. */
function toKept({ replay }: Endpoint, output: object) {
  if (replay === 'nothing') return null
  const dropped = Object.fromEntries((replay?.without ?? []).map((field) => [field, null]))
  return JSON.parse(JSON.stringify({ ...output, ...dropped }))
}
