import type { JsonObject, QueryableSource, SourceColumn, SourceTable } from '@parley/domain'
import { qualifiedName } from '../names/qualified-name.ts'
import { shortSample } from '../source/sample-value.ts'
import { stemsOf } from './split-words.ts'
import type { TableHit } from './table-hit.ts'

const SAMPLES = 5
const SAMPLE_CHARACTERS = 40
const DESCRIPTION_CHARACTERS = 300

/**
 * Describes hits for the model: table names as SQL writes them, dialect, descriptions, samples and keys, best first and
 * within `maxBytes` of JSON. When not all columns fit, the best columns of all tables are shown. Values that occur in the
 * question come first among the samples.
 */
export function describeHits(
  hits: readonly TableHit[],
  { question = '', maxBytes }: { question?: string; maxBytes: number },
): JsonObject[] {
  const describe = describerFor(stemsOf(question))
  const columns = columnsWithin(hits, { describe, maxBytes })
  return hits.flatMap((hit) => {
    const shown = columns.get(hit)
    return shown ? [describe.hit(hit, shown)] : []
  })
}

/** The best columns of all hits that fit together with their tables; at least one column. */
function columnsWithin(
  hits: readonly TableHit[],
  { describe, maxBytes }: { describe: Describer; maxBytes: number },
): ReadonlyMap<TableHit, ReadonlySet<SourceColumn>> {
  const ranked = hits.flatMap((hit) => hit.columns.map(({ column, score }) => ({ hit, column, score })))
  const chosen = new Map<TableHit, Set<SourceColumn>>()
  let bytes = 0
  for (const { hit, column } of ranked.sort((a, b) => b.score - a.score)) {
    const columns = chosen.get(hit) ?? new Set()
    bytes += sizeOf(describe.column(column)) + (columns.size === 0 ? sizeOf(describe.hit(hit, columns)) : 0)
    if (bytes > maxBytes && chosen.size > 0) break
    chosen.set(hit, columns.add(column))
  }
  return chosen
}

/** Bytes of JSON, with the comma after it. */
function sizeOf(described: JsonObject): number {
  return Buffer.byteLength(JSON.stringify(described)) + 1
}

type Describer = {
  readonly column: (column: SourceColumn) => JsonObject
  readonly hit: (hit: TableHit, columns: ReadonlySet<SourceColumn>) => JsonObject
}

function describerFor(stems: ReadonlySet<string>): Describer {
  const column = ({ name, type, description, samples }: SourceColumn): JsonObject => ({
    name,
    type,
    ...(description !== '' && { description: description.slice(0, DESCRIPTION_CHARACTERS) }),
    samples: fittingFirst(samples, stems).map((sample) => shortSample(sample, SAMPLE_CHARACTERS)),
  })
  const hit = ({ source, table }: TableHit, columns: ReadonlySet<SourceColumn>): JsonObject => {
    const shown = table.columns.filter((one) => columns.has(one))
    const hidden = table.columns.length - shown.length
    return {
      source: source.name,
      table: qualifiedName(source, table),
      dialect: dialectOf(source),
      description: (table.description || source.description).slice(0, DESCRIPTION_CHARACTERS),
      ...(table.rowCount !== null && { row_count: table.rowCount }),
      ...readingNotes(table),
      columns: shown.map(column),
      ...(hidden > 0 && { more_columns: hidden }),
      keys: (table.keys ?? []).map((key) => ({
        columns: [...key.columns],
        table: qualifiedName(source, { name: key.table }),
        table_columns: [...key.tableColumns],
      })),
    }
  }
  return { column, hit }
}

const NOTES = 4
const NOTE_CHARACTERS = 200

/** What was assumed when the table was read from its file; notes about columns stand in their descriptions. */
function readingNotes({ reading }: SourceTable): JsonObject {
  const notes = (reading?.notes ?? []).flatMap(({ column, text }) => (column === undefined ? [text] : []))
  if (notes.length === 0) return {}
  return { notes: notes.slice(0, NOTES).map((text) => shortSample(text, NOTE_CHARACTERS)) }
}

/** A few samples: those with a word of the question, then the first ones. */
function fittingFirst(samples: readonly string[], stems: ReadonlySet<string>): readonly string[] {
  if (samples.length <= SAMPLES) return samples
  const { fitting = [], others = [] } = Object.groupBy(samples, (sample) =>
    [...stemsOf(sample)].some((stem) => stems.has(stem)) ? 'fitting' : 'others',
  )
  return [...fitting, ...others].slice(0, SAMPLES)
}

/** Sources whose tables lie in Parquet files. */
const IN_FILES: readonly QueryableSource['kind'][] = ['file', 'sample', 'http_api', 'ledger']

/** The dialect of statements over the tables of a source. */
function dialectOf({ kind }: Pick<QueryableSource, 'kind'>): string {
  return IN_FILES.includes(kind) ? 'duckdb' : kind
}
