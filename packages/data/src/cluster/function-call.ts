import type { JsonValue } from '@parley/domain'
import type { PlanType } from './plan-node.ts'

export type Argument = {
  readonly type: PlanType
  /** Its value, where it is a constant. */
  readonly constant: JsonValue | undefined
  /** The written expression. Reading it throws NotPortable for an expression that differs on the cluster. */
  readonly sql: string
  /** The unit and the count of a constant interval; null for other values. */
  readonly interval: { readonly unit: string; readonly count: number } | null
}

export type FunctionCall = { readonly result: PlanType; readonly args: readonly Argument[] }

/** Writes a call; null when the function differs for these arguments. */
export type FunctionWriter = (call: FunctionCall) => string | null
