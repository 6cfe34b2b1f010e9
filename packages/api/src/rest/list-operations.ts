import type { Meta, Operation } from '../procedure/context.ts'
import { router } from '../router.ts'

type Procedure = { readonly _def: { readonly meta?: Meta } }

/** The operations of all procedures by their path in the router, such as `agent.create`. */
export function listOperations(): ReadonlyMap<string, Operation> {
  // At run time the router keeps its procedures in a flat record, by path; its types show them nested.
  const procedures = Object.entries(router._def.procedures as unknown as Record<string, Procedure>)
  return new Map(
    procedures.flatMap(([path, { _def }]) => (_def.meta ? [[path, _def.meta.operation] as const] : [])),
  )
}
