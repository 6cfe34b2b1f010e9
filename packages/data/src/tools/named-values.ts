import type { QueryableSource } from '@parley/domain'
import { stemsOf } from '../metadata/split-words.ts'
import type { TableHit } from '../metadata/table-hit.ts'
import { runStatement } from '../sql/run-statement.ts'
import { MOST_VALUES, type ReadRows } from '../values/collect-values.ts'
import type { NamedValue } from '../values/find-values.ts'
import { namedSynonyms } from '../values/named-synonyms.ts'
import type { RunData } from './run-data.ts'

/** Data sources of the best tables whose values are searched. */
const MOST_SOURCES = 4
const MOST_NAMED = 12
/** The first search of a source waits so long for its index. */
const WAIT_MS = 3000
/** For the values of one column. They are read once for each state of a source. */
const COLUMN_MS = 5000
const LIMITS = { rows: MOST_VALUES, bytes: 8 * 1024 * 1024 }

type Named = { readonly run: RunData; readonly hits: readonly TableHit[] }

/** The values that a question names, as the columns of the found data sources hold them. */
export async function namedValues(question: string, { run, hits }: Named): Promise<NamedValue[]> {
  const { values, ownerId } = run
  const ids = [...new Set(hits.map(({ source }) => source.id))].slice(0, MOST_SOURCES)
  const sources = ids.flatMap((id) => run.sources.find((source) => source.id === id) ?? [])
  const said = sources.flatMap((source) => namedSynonyms(question, source))
  if (!values) return said.slice(0, MOST_NAMED)
  const names = namesOf(hits)
  const found = await Promise.all(
    sources.map(async (source) => {
      const find = await values.open(ownerId, source, { read: reader(run, source), waitMs: WAIT_MS })
      return find ? find(question, names) : []
    }),
  )
  // A part of a longer value of one data source comes after a whole value of another.
  const surest = found.flat().toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole))
  return [...said, ...surest].slice(0, MOST_NAMED)
}

/** Stems of the names of tables and columns. */
function namesOf(hits: readonly TableHit[]): ReadonlySet<string> {
  return new Set(
    hits.flatMap(({ table, columns }) => [
      ...stemsOf(table.name),
      ...columns.flatMap(({ column }) => [...stemsOf(column.name)]),
    ]),
  )
}

/** Reads like a statement of the owner. The index outlives the call, so the call cannot cancel it. */
function reader({ results: _, ...run }: RunData, source: QueryableSource): ReadRows {
  const limits = { timeoutMs: COLUMN_MS, preview: LIMITS, kept: LIMITS }
  return async (sql) => {
    const signal = AbortSignal.timeout(2 * COLUMN_MS)
    const outcome = await runStatement(sql, { ...run, sources: [source], limits, signal }).catch(() => null)
    return outcome?.ok ? outcome.result.rows : null
  }
}
