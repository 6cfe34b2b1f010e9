import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../json.ts'

/** A part of a statement for which the cluster has no equal. Thrown only while a plan is written as SQL. */
export class NotPortable extends Error {
  /** `what` ends the sentence "The cluster has no equal of …". */
  constructor(what: string) {
    super(what)
    this.name = 'NotPortable'
  }
}

/** A type of DuckDB; `width` and `scale` are those of a decimal, and 0 for other types. */
export type PlanType = { readonly id: string; readonly width: number; readonly scale: number }

const BOOLEAN: PlanType = { id: 'BOOLEAN', width: 0, scale: 0 }

/** The value as an object of a plan. Throws NotPortable for anything else. */
export function planObject(value: JsonValue | undefined): JsonObject {
  if (isJsonObject(value)) return value
  throw new NotPortable('this statement')
}

/** The objects of an array; an empty list where there is none. */
export function planObjects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(planObject) : []
}

/** The type that a plan names. Throws NotPortable when it names none. */
function planType(value: JsonValue | undefined): PlanType {
  const { id, type_info: info } = planObject(value)
  if (typeof id !== 'string') throw new NotPortable('this statement')
  const { width, scale } = isJsonObject(info) ? info : {}
  return { id, width: Number(width ?? 0), scale: Number(scale ?? 0) }
}

/** The type of an expression. */
export function typeOfExpression(expression: JsonObject): PlanType {
  if (expression.return_type !== undefined) return planType(expression.return_type)
  if (expression.expression_class === 'BOUND_CONSTANT') return planType(planObject(expression.value).type)
  // Comparisons and conjunctions name none.
  return BOOLEAN
}

/** The value of a constant expression, also through conversions of numbers; undefined for any other. */
export function constantOf(expression: JsonObject): JsonValue | undefined {
  const { expression_class: kind, value, child, name, children } = expression
  if (kind === 'BOUND_CONSTANT') {
    const { is_null: isNull, value: constant } = planObject(value)
    if (isNull === true) return null
    return planType(planObject(value).type).id === 'DECIMAL' ? undefined : constant
  }
  if (kind === 'BOUND_CAST') {
    const constant = constantOf(planObject(child))
    const isNumber = typeof constant === 'number' && Number.isInteger(constant)
    return constant === null || isNumber ? constant : undefined
  }
  const [only] = planObjects(children)
  return kind === 'BOUND_FUNCTION' && name === 'trunc' && only ? constantOf(only) : undefined
}
