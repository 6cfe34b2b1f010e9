/** The columns of the given tables that a gold statement names anywhere, as `source.table.column`. */
export function namedColumns(sql, { source, tables }) {
  const code = sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\]|''|\\.)*'/g, ' ')
  const words = new Set((code.match(/[\p{L}_][\p{L}\p{N}_$]*/gu) ?? []).map((word) => word.toLowerCase()))
  const quoted = (code.match(/"[^"]+"|`[^`]+`/g) ?? []).map((name) => name.slice(1, -1).toLowerCase())
  const names = new Set([...words, ...quoted])
  const found = tables.flatMap((table) =>
    table.columns
      .filter(({ name }) => names.has(name.toLowerCase()))
      .map(({ name }) => `${source.name}.${source.foldedInto?.get(table.name) ?? table.name}.${name}`),
  )
  return [...new Set(found)]
}
