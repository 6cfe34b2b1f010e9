import { nearestNames } from '../nearest-names.ts'
import type { DataSource } from '../source.ts'
import { qualifiedName } from './qualified-name.ts'

const MISSING_TABLE = /^Table with name "?(?<name>[^\s"]+)"? does not exist/
const MISSING_SCHEMA = /^(?:Catalog|Schema) (?:with name )?"?(?<name>[^"\s]+)"? does not exist/
const MISSING_COLUMN =
  /^Referenced column "(?<name>[^"]+)" not found in FROM clause!(?: Candidate bindings: (?<near>.*))?/
const MISSING_IN_TABLE =
  /^(?:Table|Values list) "(?<table>[^"]+)" does not have a column named "(?<name>[^"]+)"(?:\s*Candidate bindings: (?<near>.*))?/

/** DuckDB's sentence about an unknown name, with the owner's own names instead of its catalogue's. */
export function explainUnknownName(message: string, sources: readonly DataSource[]): string {
  const missing = MISSING_TABLE.exec(message)?.groups ?? MISSING_SCHEMA.exec(message)?.groups
  if (missing?.name !== undefined)
    return `There is no table ${missing.name}; ${tableHint(missing.name, sources)}`
  const column = MISSING_COLUMN.exec(message)?.groups ?? MISSING_IN_TABLE.exec(message)?.groups
  if (column?.name === undefined) return message
  const place = column.table === undefined ? 'the tables of the statement' : column.table
  return `There is no column "${column.name}" in ${place}; ${columnHint(column.name, column.near, sources)}`
}

function tableHint(name: string, sources: readonly DataSource[]): string {
  const tables = sources.flatMap((source) => source.tables.map((table) => qualifiedName(source, table)))
  if (tables.length === 0) return 'no data source is connected.'
  // Somebody may have left the source out, or confused one source with another.
  const last = (qualified: string) => qualified.split('.').at(-1) ?? qualified
  const similar = new Set(nearestNames(last(name), tables.map(last)))
  const near = tables.filter((table) => similar.has(last(table))).slice(0, 3)
  return near.length > 0
    ? `did you mean ${near.join(' or ')}?`
    : `the tables are ${tables.slice(0, 10).join(', ')}.`
}

function columnHint(name: string, engineHint: string | undefined, sources: readonly DataSource[]): string {
  const bound = [...(engineHint ?? '').matchAll(/"([^"]+)"/g)].map(([, candidate]) => candidate ?? '')
  const columns = new Set(
    sources.flatMap(({ tables }) => tables.flatMap((table) => table.columns.map((column) => column.name))),
  )
  const near = bound.length > 0 ? bound : nearestNames(name, columns)
  return near.length > 0
    ? `did you mean ${near.join(', ')}?`
    : 'call find_metadata for the columns there are.'
}
