/** One row of a result, by column name. */
export type ShownRow = { readonly [column: string]: unknown }

/**
 * The columns of rows: the given order first, then the others in order of first appearance. Without a given
 * order, columns whose heading is a whole number come first, because JavaScript moves such keys.
 */
export function columnsOf(rows: readonly ShownRow[], ordered: readonly string[] = []): string[] {
  const found = new Set(rows.flatMap((row) => Object.keys(row)))
  return [...new Set([...ordered.filter((name) => found.has(name)), ...found])]
}

/** Whether a cell holds no value: NULL, or a column that the row does not have. */
export function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

/** A cell as text: empty for NULL, JSON for nested values. */
export function textOf(value: unknown): string {
  if (isMissing(value)) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
