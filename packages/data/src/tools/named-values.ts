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
/** Further data sources whose values are searched when the best tables hold little of a question. */
const MOST_ELSEWHERE = 12
const MOST_NAMED = 12
const MOST_NAMED_ELSEWHERE = 4
/** Milliseconds for reading the values of one column, once for each state of a source. */
const COLUMN_MS = 5000
const LIMITS = { rows: MOST_VALUES, bytes: 8 * 1024 * 1024 }

type Search = { readonly run: RunData; readonly hits: readonly TableHit[] }

/** Values that a question names. */
export type NamedValues = {
  readonly values: readonly NamedValue[]
  /** Names of data sources whose index is still built, so that their values were not searched. */
  readonly pending: readonly string[]
  /** Whether data sources remain whose values were not searched, because there are too many. */
  readonly isPartial: boolean
}

/** The values that a question names, as the columns of the found data sources hold them. */
export async function namedValues(question: string, { run, hits }: Search): Promise<NamedValues> {
  const { values } = run
  const sources = sourcesOf(run, hits).slice(0, MOST_SOURCES)
  const said = sources.flatMap((source) => namedSynonyms(question, source))
  if (!values) return { values: said.slice(0, MOST_NAMED), pending: [], isPartial: false }
  const { found, pending } = await searchValues(question, { run, sources, names: namesOf(hits) })
  // Whole values come before parts of longer ones, and values of tables that the question names come before others.
  const words = stemsOf(question)
  const isNamed = ({ column }: NamedValue) => Number([...stemsOf(column)].some((one) => words.has(one)))
  const surest = found.toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole) || isNamed(b) - isNamed(a))
  return { values: [...said, ...surest].slice(0, MOST_NAMED), pending, isPartial: false }
}

/** The values that a question names as a whole, in the data sources that `namedValues` does not search. */
export async function namedElsewhere(question: string, { run, hits }: Search): Promise<NamedValues> {
  if (!run.values) return { values: [], pending: [], isPartial: false }
  const searched = sourcesOf(run, hits).slice(0, MOST_SOURCES)
  const others = run.sources.filter((source) => !searched.includes(source))
  const sources = others.slice(0, MOST_ELSEWHERE)
  const { found, pending } = await searchValues(question, { run, sources, names: new Set() })
  const values = found.filter(({ isWhole, asked, stored }) => isWhole && isSpelledAlike(asked, stored))
  return {
    values: values.slice(0, MOST_NAMED_ELSEWHERE),
    pending,
    isPartial: others.length > MOST_ELSEWHERE,
  }
}

function isSpelledAlike(asked: string, stored: string): boolean {
  return asked.toLowerCase() === stored.toLowerCase()
}

function sourcesOf(run: RunData, hits: readonly TableHit[]): QueryableSource[] {
  const ids = [...new Set(hits.map(({ source }) => source.id))]
  return ids.flatMap((id) => run.sources.find((source) => source.id === id) ?? [])
}

type Searched = {
  readonly run: RunData
  readonly sources: readonly QueryableSource[]
  /** Stems of the names of the found tables and columns. */
  readonly names: ReadonlySet<string>
}

async function searchValues(question: string, { run, sources, names }: Searched) {
  const { values, ownerId } = run
  const pending: string[] = []
  const found = await Promise.all(
    sources.map(async (source) => {
      const find = values ? await values.open(ownerId, source, reader(run, source)) : null
      if (find === 'pending') pending.push(source.name)
      return typeof find === 'function' ? find(question, names) : []
    }),
  )
  return { found: found.flat(), pending }
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
    const outcome = await runStatement(sql, { ...run, sources: [source], limits, signal })
    if (outcome.ok) return outcome.result.rows
    if (outcome.reason === 'invalid' || outcome.reason === 'refused') return null
    throw new Error(outcome.message)
  }
}
