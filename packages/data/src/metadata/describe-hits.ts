import type { JsonObject } from '@parley/agent'
import type { DataSource, SourceColumn, SourceTable } from '../source.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import type { TableHit } from './search-index.ts'

/** The best table is shown with this many columns; others with those that matter and a few more. */
const FIRST_COLUMNS = 60
const MATCHED_COLUMNS = 16
const FURTHER_COLUMNS = 6
const SAMPLES = 5
const SAMPLE_CHARACTERS = 40
const DESCRIPTION_CHARACTERS = 300

/**
 * Hits as the model reads them: what to write in SQL, in which dialect, with descriptions, samples and keys, best first
 * and within `maxBytes` of JSON. Where whole tables fit, they are shown whole.
 */
export function describeHits(hits: readonly TableHit[], maxBytes: number): JsonObject[] {
  const chosen: JsonObject[] = []
  let bytes = 0
  for (const [index, hit] of hits.entries()) {
    // The next tables get their share: a wide one must not take all of it.
    const share = (maxBytes - bytes) / Math.min(hits.length - index, 4)
    const { entry, size } = describeWithin(hit, { bytes: share, isFirst: index === 0 })
    if (index > 0 && bytes + size > maxBytes) break
    chosen.push(entry)
    bytes += size
  }
  return chosen
}

/** With all its columns, or with as many as fit, but always those that matter most. */
function describeWithin(
  hit: TableHit,
  { bytes, isFirst }: { bytes: number; isFirst: boolean },
): { entry: JsonObject; size: number } {
  const some = Math.min(hit.matchedCount, MATCHED_COLUMNS) + FURTHER_COLUMNS
  const few = Math.min(hit.matchedCount, MATCHED_COLUMNS)
  const counts = [hit.table.columns.length, isFirst ? FIRST_COLUMNS : some, some, few]
  let entry: JsonObject = {}
  let size = 0
  for (const count of counts) {
    entry = describeHit(hit, Math.max(2, count))
    size = Buffer.byteLength(JSON.stringify(entry))
    if (size <= bytes) break
  }
  return { entry, size }
}

function describeHit({ source, table, columns }: TableHit, maxColumns: number): JsonObject {
  const shown = inTableOrder(columns.slice(0, maxColumns), table)
  const hidden = table.columns.length - shown.length
  return {
    source: source.name,
    table: qualifiedName(source, table),
    dialect: dialectOf(source),
    description: (table.description || source.description).slice(0, DESCRIPTION_CHARACTERS),
    ...(table.rowCount !== null && { row_count: table.rowCount }),
    columns: shown.map(describeColumn),
    ...(hidden > 0 && { more_columns: hidden }),
    keys: (table.keys ?? []).map((key) => ({
      columns: [...key.columns],
      table: qualifiedName(source, { name: key.table }),
      table_columns: [...key.tableColumns],
    })),
  }
}

function describeColumn({ name, type, description, samples }: SourceColumn): JsonObject {
  return {
    name,
    type,
    ...(description !== '' && { description: description.slice(0, DESCRIPTION_CHARACTERS) }),
    samples: samples.slice(0, SAMPLES).map((sample) => sample.slice(0, SAMPLE_CHARACTERS)),
  }
}

function inTableOrder(columns: readonly SourceColumn[], table: SourceTable): SourceColumn[] {
  const wanted = new Set(columns)
  return table.columns.filter((column) => wanted.has(column))
}

/** Sources whose tables lie in Parquet files. */
const IN_FILES: readonly DataSource['kind'][] = ['file', 'sample', 'http_api', 'ledger']

/** What dialect a statement over a source's tables is written in. */
function dialectOf({ kind }: Pick<DataSource, 'kind'>): string {
  return IN_FILES.includes(kind) ? 'duckdb' : kind
}
