import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../../json.ts'

/** Properties of a view that hold views: https://vega.github.io/vega-lite/docs/composition.html */
const VIEW_LISTS = new Set(['layer', 'concat', 'hconcat', 'vconcat'])

/** Whether a property of a view holds views itself. */
export function holdsViews(key: string): boolean {
  return VIEW_LISTS.has(key) || key === 'spec'
}

type Changed<Context> = { readonly view: JsonObject; readonly context: Context }

/**
 * A copy of a spec in which `change` has rewritten every view, outermost first. The context that `change` returns is
 * passed to the views inside. `change` itself leaves the views inside as they are.
 */
export function rewriteViews<Context>(
  spec: JsonObject,
  context: Context,
  change: (view: JsonObject, context: Context) => Changed<Context>,
): JsonObject {
  const changed = change(spec, context)
  const inside = (value: JsonValue): JsonValue =>
    isJsonObject(value) ? rewriteViews(value, changed.context, change) : value
  const entries = Object.entries(changed.view).map(([key, value]): [string, JsonValue] => {
    if (key === 'spec') return [key, inside(value)]
    return [key, VIEW_LISTS.has(key) && Array.isArray(value) ? value.map(inside) : value]
  })
  return Object.fromEntries(entries)
}

/** Calls `visit` with every view, outermost first. The context that it returns is passed to the views inside. */
export function visitViews<Context>(
  spec: JsonObject,
  context: Context,
  visit: (view: JsonObject, context: Context) => Context,
): void {
  rewriteViews(spec, context, (view, outer) => ({ view, context: visit(view, outer) }))
}
