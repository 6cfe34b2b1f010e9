import { checkNumber, checkString, checkType, describeTypes } from './check-scalar.ts'
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from './json.ts'
import { resolveReference } from './resolve-reference.ts'

/** About 20 ms of work on one core. A reply of 2 MiB that fits its schema needs about half of it. */
const MAX_STEPS = 500_000
/** Maximum depth of nested schemas. JSON.parse accepts deeper values than the call stack holds. */
const MAX_DEPTH = 400
const MAX_FAULTS = 5
const MAX_SHOWN_CHARACTERS = 500

/** A fault at one place of a value. */
export type SchemaFault = {
  /** Names and indexes from the root, joined by slashes. Empty for the value itself. */
  readonly path: string
  /** Continues a sentence about that place, for example `must be string`. */
  readonly message: string
}

export type SchemaCheck =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid' /** The first five at most. */; readonly faults: readonly SchemaFault[] }
  /** The check was stopped, because the schema or the value needs too much work. */
  | { readonly kind: 'unchecked'; readonly reason: string }

/**
 * Checks a value against an untrusted JSON Schema in bounded time: the work is counted, and the check stops
 * after 500,000 steps or 400 levels. Reads the keywords of drafts 7 and 2020-12 leniently. A malformed or
 * unknown keyword is ignored. So are `pattern`, `patternProperties`, `format`, `uniqueItems` and references
 * out of the schema, which cannot be checked in linear time or at all.
 */
export function checkValue(schema: JsonSchema, value: JsonValue): SchemaCheck {
  const faults: SchemaFault[] = []
  const work: Work = { root: schema, stepsLeft: MAX_STEPS }
  try {
    const fits = matches(schema, value, { work, depth: 0, path: null, faults })
    return fits ? { kind: 'valid' } : { kind: 'invalid', faults }
  } catch (error) {
    if (error instanceof TooMuchWork) return { kind: 'unchecked', reason: error.message }
    if (error instanceof EnoughFaults) return { kind: 'invalid', faults }
    throw error
  }
}

/**
 * Writes the faults of a check as sentences. `subject` names the value itself, for example `The arguments`.
 */
export function describeFaults(faults: readonly SchemaFault[], subject: string): string {
  return faults.map(({ path, message }) => `${path === '' ? subject : `"${path}"`} ${message}.`).join(' ')
}

class TooMuchWork extends Error {}
class EnoughFaults extends Error {}

type Work = { readonly root: JsonSchema; stepsLeft: number }

type Path = { readonly parent: Path; readonly key: string | number } | null

type Cursor = {
  readonly work: Work
  readonly depth: number
  readonly path: Path
  /** Null inside an alternative, which needs only whether the value fits. */
  readonly faults: SchemaFault[] | null
}

function spend(work: Work, steps: number): void {
  work.stepsLeft -= steps
  if (work.stepsLeft < 0) throw new TooMuchWork('checking it takes too much work')
}

function matches(schema: JsonValue | undefined, value: JsonValue, cursor: Cursor): boolean {
  spend(cursor.work, 1)
  if (schema === false) return fault(cursor, 'is not allowed')
  if (!isJsonObject(schema)) return true
  if (cursor.depth > MAX_DEPTH) throw new TooMuchWork('it is nested too deeply')
  // Every check runs, so that the model learns about several mistakes at once.
  const checks = [
    matchesReference(schema, value, cursor),
    matchesScalar(schema, value, cursor),
    matchesEnumeration(schema, value, cursor),
    Array.isArray(value) ? matchesArray(schema, value, cursor) : true,
    isJsonObject(value) ? matchesObject(schema, value, cursor) : true,
    matchesCombination(schema, value, cursor),
  ]
  return !checks.includes(false)
}

function matchesReference(schema: JsonObject, value: JsonValue, cursor: Cursor): boolean {
  if (typeof schema.$ref !== 'string') return true
  const target = resolveReference(cursor.work.root, schema.$ref)
  spend(cursor.work, target.steps)
  return matches(target.schema, value, inPlace(cursor))
}

function matchesScalar(schema: JsonObject, value: JsonValue, cursor: Cursor): boolean {
  if (!checkType(schema, value)) return fault(cursor, `must be ${describeTypes(schema)}`)
  if (typeof value === 'number') return report(cursor, checkNumber(schema, value))
  if (typeof value !== 'string') return true
  if ('minLength' in schema || 'maxLength' in schema) spend(cursor.work, value.length >> 3)
  return report(cursor, checkString(schema, value))
}

function matchesEnumeration(schema: JsonObject, value: JsonValue, cursor: Cursor): boolean {
  const { enum: allowed, const: constant } = schema
  if (constant !== undefined && !isEqual(constant, value, cursor.work))
    return fault(cursor, `must be equal to ${show(constant, cursor)}`)
  if (!Array.isArray(allowed) || allowed.length === 0) return true
  if (allowed.some((entry) => isEqual(entry, value, cursor.work))) return true
  return fault(cursor, `must be equal to one of the allowed values (${show(allowed, cursor)})`)
}

function matchesArray(schema: JsonObject, value: readonly JsonValue[], cursor: Cursor): boolean {
  const { minItems, maxItems, items, prefixItems, contains } = schema
  if (typeof minItems === 'number' && value.length < minItems)
    return fault(cursor, `must have at least ${minItems} items`)
  if (typeof maxItems === 'number' && value.length > maxItems)
    return fault(cursor, `must have at most ${maxItems} items`)
  // In draft 7 `items` may be a list with the schemas of the first items.
  const listed = prefixItems ?? items
  const first = Array.isArray(listed) ? listed : []
  const rest = Array.isArray(items) ? true : items
  let fits = true
  for (const [index, item] of value.entries()) {
    const schemaOfItem = index < first.length ? first[index] : rest
    if (schemaOfItem === undefined || schemaOfItem === true) continue
    if (!matches(schemaOfItem, item, at(cursor, index))) fits = false
    if (!fits && cursor.faults === null) return false
  }
  if (contains === undefined || value.some((item) => matches(contains, item, silent(cursor)))) return fits
  return fault(cursor, 'must contain an item of the described form')
}

function matchesObject(schema: JsonObject, value: JsonObject, cursor: Cursor): boolean {
  const names = Object.keys(value)
  spend(cursor.work, names.length)
  const { minProperties, maxProperties, required, propertyNames } = schema
  if (typeof minProperties === 'number' && names.length < minProperties)
    return fault(cursor, `must have at least ${minProperties} properties`)
  if (typeof maxProperties === 'number' && names.length > maxProperties)
    return fault(cursor, `must have at most ${maxProperties} properties`)
  let fits = true
  if (Array.isArray(required)) {
    spend(cursor.work, required.length)
    for (const name of required) {
      if (typeof name !== 'string' || Object.hasOwn(value, name)) continue
      fits = fault(cursor, `must have required property '${name.slice(0, 200)}'`)
    }
  }
  for (const name of names) {
    if (!matchesProperty(schema, [name, value[name] ?? null], cursor)) fits = false
    if (propertyNames !== undefined && !matches(propertyNames, name, silent(cursor)))
      fits = fault(cursor, `must not have a property called ${show(name, cursor)}`)
    if (!fits && cursor.faults === null) return false
  }
  return fits
}

function matchesProperty(schema: JsonObject, [name, value]: [string, JsonValue], cursor: Cursor): boolean {
  const { properties, additionalProperties, patternProperties } = schema
  if (isJsonObject(properties) && Object.hasOwn(properties, name))
    return matches(properties[name], value, at(cursor, name))
  // A pattern may allow the name, and patterns are not tested.
  if (additionalProperties === undefined || patternProperties !== undefined) return true
  if (additionalProperties === false)
    return fault(cursor, `must NOT have additional properties ("${name.slice(0, 200)}")`)
  return matches(additionalProperties, value, at(cursor, name))
}

function matchesCombination(schema: JsonObject, value: JsonValue, cursor: Cursor): boolean {
  const { allOf, anyOf, oneOf, not } = schema
  const inside = inPlace(cursor)
  const alone = silent(inside)
  let fits = true
  if (Array.isArray(allOf)) for (const part of allOf) fits = matches(part, value, inside) && fits
  if (Array.isArray(anyOf) && anyOf.length > 0 && !anyOf.some((part) => matches(part, value, alone)))
    fits = fault(cursor, 'must match at least one of the described forms')
  if (Array.isArray(oneOf) && oneOf.length > 0 && countMatches(oneOf, value, alone) !== 1)
    fits = fault(cursor, 'must match exactly one of the described forms')
  if (not !== undefined && (isJsonObject(not) || typeof not === 'boolean') && matches(not, value, alone))
    fits = fault(cursor, 'has a form that is not allowed')
  if (schema.if === undefined) return fits
  const branch = matches(schema.if, value, alone) ? schema.then : schema.else
  return matches(branch, value, inside) && fits
}

/** Returns how many of the schemas a value matches, at most two. */
function countMatches(schemas: readonly JsonValue[], value: JsonValue, cursor: Cursor): number {
  let count = 0
  for (const schema of schemas) {
    if (matches(schema, value, cursor)) count += 1
    if (count > 1) break
  }
  return count
}

function isEqual(a: JsonValue, b: JsonValue, work: Work): boolean {
  spend(work, 1)
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length === b.length) spend(work, a.length >> 4)
    return a === b
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((entry, index) => isEqual(entry, b[index] ?? null, work))
  }
  const names = Object.keys(a)
  spend(work, names.length)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) => Object.hasOwn(b, name) && isEqual(a[name] ?? null, b[name] ?? null, work))
}

function at(cursor: Cursor, key: string | number): Cursor {
  return { ...cursor, depth: cursor.depth + 1, path: { parent: cursor.path, key } }
}

function inPlace(cursor: Cursor): Cursor {
  return { ...cursor, depth: cursor.depth + 1 }
}

function silent(cursor: Cursor): Cursor {
  return cursor.faults === null ? cursor : { ...cursor, faults: null }
}

/** Returns a value as the faults show it. Inside an alternative no fault is shown, so the result is empty. */
function show(value: JsonValue, { faults, work }: Cursor): string {
  if (faults === null) return ''
  const text = JSON.stringify(value)
  spend(work, text.length >> 4)
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
}

function report(cursor: Cursor, message: string | null): boolean {
  return message === null || fault(cursor, message)
}

/** Records a fault and returns false. Throws when there are enough faults. */
function fault({ faults, path }: Cursor, message: string): false {
  if (faults === null) return false
  faults.push({ path: textOf(path), message })
  if (faults.length >= MAX_FAULTS) throw new EnoughFaults()
  return false
}

function textOf(path: Path): string {
  const keys: string[] = []
  for (let step = path; step !== null; step = step.parent) keys.unshift(String(step.key).slice(0, 200))
  return keys.join('/')
}
