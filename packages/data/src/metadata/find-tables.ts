import type { JsonObject } from '@parley/agent'
import type { DataSource, SourceColumn, SourceTable } from '../source.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import type { MetadataIndex, TableHit } from './metadata-index.ts'

type FindOptions = {
  readonly index: MetadataIndex
  readonly sources: readonly DataSource[]
  /** What the answer may weigh as JSON text. */
  readonly maxBytes: number
}

/** Tables shown even when no word of the question occurs in the catalogue. */
const FALLBACK_TABLES = 5
const MAX_COLUMNS = 60

/**
 * The tables and columns for a question as the model reads them: what to write in SQL, in which dialect, with
 * descriptions, samples and keys, best first and within `maxBytes`. The first table is always there.
 */
export function findTables(question: string, { index, sources, maxBytes }: FindOptions): JsonObject[] {
  const hits = index.search(question)
  const chosen = hits.length > 0 ? withLinked(hits, sources) : everything(sources).slice(0, FALLBACK_TABLES)
  const found: JsonObject[] = []
  let bytes = 0
  for (const hit of chosen) {
    const remaining = maxBytes - bytes
    const entry = describeHit(hit, found.length === 0 ? MAX_COLUMNS : columnsThatFit(hit, remaining))
    const size = Buffer.byteLength(JSON.stringify(entry))
    if (found.length > 0 && size > remaining) break
    found.push(entry)
    bytes += size
  }
  return found
}

/** A question about orders by country needs the table that orders refer to, also where it shares no word with it. */
function withLinked(hits: readonly TableHit[], sources: readonly DataSource[]): TableHit[] {
  const all = [...hits]
  for (const { source, table } of hits.slice(0, 3)) {
    for (const key of table.keys ?? []) {
      const target = sources.find(({ id }) => id === source.id)?.tables.find(({ name }) => name === key.table)
      if (target && !all.some((hit) => hit.table === target)) all.push({ source, table: target, columns: [] })
    }
  }
  return all
}

function everything(sources: readonly DataSource[]): TableHit[] {
  return sources.flatMap((source) => source.tables.map((table) => ({ source, table, columns: [] })))
}

const BYTES_PER_COLUMN = 180

function columnsThatFit({ table, columns }: TableHit, bytes: number): number {
  const fitting = Math.floor(bytes / BYTES_PER_COLUMN)
  return Math.min(MAX_COLUMNS, table.columns.length, Math.max(columns.length, fitting))
}

function describeHit({ source, table, columns: matched }: TableHit, maxColumns: number): JsonObject {
  const keyColumns = new Set((table.keys ?? []).flatMap((key) => key.columns))
  const shown = new Set([
    ...matched,
    ...table.columns.filter(({ name }) => keyColumns.has(name)),
    ...table.columns,
  ])
  const columns = [...shown].slice(0, maxColumns)
  return {
    source: source.name,
    table: qualifiedName(source, table),
    dialect: dialectOf(source),
    description: table.description || source.description,
    ...(table.rowCount !== null && { row_count: table.rowCount }),
    columns: inTableOrder(columns, table).map(({ name, type, description, samples }) => ({
      name,
      type,
      ...(description !== '' && { description }),
      samples: [...samples].slice(0, 5),
    })),
    ...(columns.length < table.columns.length && { more_columns: table.columns.length - columns.length }),
    keys: (table.keys ?? []).map((key) => ({
      columns: [...key.columns],
      table: `${source.name}.${key.table}`,
      table_columns: [...key.tableColumns],
    })),
  }
}

function inTableOrder(columns: readonly SourceColumn[], table: SourceTable): SourceColumn[] {
  const wanted = new Set(columns)
  return table.columns.filter((column) => wanted.has(column))
}

function dialectOf({ connection }: DataSource): string {
  return connection === undefined || connection.kind === 'http_api' ? 'duckdb' : connection.kind
}
