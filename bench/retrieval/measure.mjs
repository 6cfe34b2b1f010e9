import { createHash } from 'node:crypto'

/** The ranking is tuned on questions about half of the databases; the other half measures its quality. */
export function halfOf(database) {
  const [first] = createHash('sha256').update(database.toLowerCase()).digest()
  return first % 2 === 0 ? 'tuning' : 'held out'
}

/**
 * The shares of a question's needed tables among 5 and 10, whether all are among 10, and the shares of its needed
 * columns among 20 and 50. A table that is divided by date counts as its newest shard.
 */
export function sharesOf(question, hits) {
  const tables = hits.map(({ source, table }) => `${source.name}.${table.name}`)
  const columns = hits
    .flatMap((hit, index) =>
      hit.columns.map(({ column, score }) => ({ name: `${tables[index]}.${column.name}`, score })),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, 50)
    .map(({ name }) => name)
  const among10 = share(question.tables, tables.slice(0, 10))
  return [
    share(question.tables, tables.slice(0, 5)),
    among10,
    Number(among10 === 1),
    ...(question.columns
      ? [share(question.columns, columns.slice(0, 20)), share(question.columns, columns)]
      : [null, null]),
  ]
}

/** The share of the needed names that were found; null when none is needed. */
export function share(needed, found) {
  if (needed.length === 0) return null
  const have = new Set(found)
  return needed.filter((name) => have.has(name)).length / needed.length
}

/** The mean of each measure over the questions that have it, in per cent. */
export function means(rows) {
  return (rows[0] ?? []).map((_, index) => {
    const values = rows.map((row) => row[index]).filter((value) => value !== null)
    return values.length === 0
      ? ''
      : `${((100 * values.reduce((a, b) => a + b, 0)) / values.length).toFixed(1)} %`
  })
}

/** The times that half, 95 and 99 per cent of the searches stay below, in milliseconds. */
export function quantiles(times) {
  const sorted = times.toSorted((a, b) => a - b)
  return [0.5, 0.95, 0.99].map((part) => sorted[Math.floor(sorted.length * part)].toFixed(2)).join(', ')
}
