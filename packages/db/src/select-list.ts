/** The keys of a row type, each with the SQL expression that yields it. */
export type Columns<Row> = { readonly [Key in keyof Row]-?: string }

/** Writes columns as a select list whose names are the keys of the row type. */
export function selectList(columns: Record<string, string>): string {
  return Object.entries(columns)
    .map(([key, expression]) => `${expression} as "${key}"`)
    .join(', ')
}

/** Writes columns as one JSON object, for statements that return several records in a row. */
export function jsonObject(columns: Record<string, string>): string {
  const pairs = Object.entries(columns).map(([key, expression]) => `'${key}', ${expression}`)
  return `json_build_object(${pairs.join(', ')})`
}
