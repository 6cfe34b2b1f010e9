type Deps = { readonly now: () => Date }
/** Returns today's date in UTC as the model receives it: `2026-11-20`. */
export function today(deps: Deps): string {
  return deps.now().toISOString().slice(0, 10)
}
