import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../json.ts'

/** All objects of a tree that pass a test. */
export function nodesOf(tree: JsonValue, test: (node: JsonObject) => boolean): JsonObject[] {
  if (Array.isArray(tree)) return tree.flatMap((item) => nodesOf(item, test))
  if (!isJsonObject(tree)) return []
  const below = Object.values(tree).flatMap((value) => nodesOf(value, test))
  return test(tree) ? [tree, ...below] : below
}

/** The items of an array; an empty list for any other value. */
export function list(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** Returns a string unchanged, and an empty string for any other value. */
export function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
