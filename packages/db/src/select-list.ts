/** The keys of a row type, each with the SQL expression that yields it. */
export type Columns<Row> = { readonly [Key in keyof Row]-?: string }

/** Writes columns as a select list, so that rows arrive spelled as their type is. */
export function selectList(columns: Record<string, string>): string {
  return Object.entries(columns)
    .map(([key, expression]) => `${expression} as "${key}"`)
    .join(', ')
}

/** Writes columns as one JSON object, for statements that yield several records at once. */
export function jsonObject(columns: Record<string, string>): string {
  const pairs = Object.entries(columns).map(([key, expression]) => `'${key}', ${expression}`)
  return `json_build_object(${pairs.join(', ')})`
}
