import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../../json.ts'

export type SpecPlace = { readonly key: string; readonly value: JsonValue; readonly parent: JsonObject }

/** Yields every property of every object in a spec, outermost first. */
export function* placesOf(value: JsonValue): Generator<SpecPlace, void, void> {
  if (Array.isArray(value)) {
    for (const item of value) yield* placesOf(item)
    return
  }
  if (!isJsonObject(value)) return
  for (const [key, child] of Object.entries(value)) {
    yield { key, value: child, parent: value }
    yield* placesOf(child)
  }
}

/**
 * Returns a copy of a spec in which `change` has replaced properties, or removed them by returning undefined.
 */
export function rewrittenSpec(
  spec: JsonObject,
  change: (place: SpecPlace) => JsonValue | undefined,
): JsonObject {
  const copy = rewritten(spec, change)
  return isJsonObject(copy) ? copy : {}
}

function rewritten(value: JsonValue, change: (place: SpecPlace) => JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) return value.map((item) => rewritten(item, change))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).flatMap(([key, child]) => {
    const changed = change({ key, value: child, parent: value })
    return changed === undefined ? [] : [[key, rewritten(changed, change)] as const]
  })
  return Object.fromEntries(entries)
}
