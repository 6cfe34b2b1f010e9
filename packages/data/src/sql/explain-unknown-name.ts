import { nearestNames } from '../nearest-names.ts'
import type { DataSource } from '../source.ts'
import { qualifiedName } from './qualified-name.ts'
import { splitName } from './table-name.ts'

/** How the engines say that a table is not there; `name` may carry the server's own prefix. */
const MISSING_TABLE = [
  /^Table with name "?(?<name>[^\s"]+)"? does not exist/,
  /^(?:Catalog|Schema) (?:with name )?"?(?<name>[^"\s]+)"? does not exist/,
  /^relation "(?<name>[^"]+)" does not exist/,
  /^Table '(?<name>[^']+)' doesn't exist/,
  /^no such table: (?<name>\S+?)\.?$/,
  /^(?:line \d+:\d+: )?Table '?(?<name>[^'\s]+)'? does not exist/,
  /^(?:Unknown table expression identifier|Table) '?(?<name>[^'\s]+)'? (?:does not exist|in scope)/,
]
/** How they say it of a column; some name the table, some know near names. */
const MISSING_COLUMN = [
  /^Referenced column "(?<name>[^"]+)" not found in FROM clause!(?: Candidate bindings: (?<near>.*))?/,
  /^(?:Table|Values list) "(?<table>[^"]+)" does not have a column named "(?<name>[^"]+)"(?:\s*Candidate bindings: (?<near>.*))?/,
  /^column "?(?<name>[^"\s]+)"? does not exist/,
  /^Unknown column '(?<name>[^']+)' in/,
  /^no such column: (?<name>\S+?)\.?$/,
  /^(?:line \d+:\d+: )?Column '(?<name>[^']+)' cannot be resolved/,
  /^Unknown expression identifier '?`?(?<name>[^'`\s]+)/,
]

/** An engine's sentence about an unknown name in a statement, with the owner's own names to choose from. */
export function explainUnknownName(
  message: string,
  { sql, sources }: { readonly sql: string; readonly sources: readonly DataSource[] },
): string {
  const table = firstMatch(MISSING_TABLE, message)
  if (table?.name !== undefined) return `There is no table ${table.name}; ${tableHint(table.name, sources)}`
  const column = firstMatch(MISSING_COLUMN, message)
  if (column?.name === undefined) return message
  const place = column.table === undefined ? 'the tables of the statement' : column.table
  return `There is no column "${column.name}" in ${place}; ${columnHint(column, { sql, sources })}`
}

function firstMatch(patterns: readonly RegExp[], message: string): Record<string, string> | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(message)?.groups
    if (groups) return groups
  }
  return undefined
}

function tableHint(name: string, sources: readonly DataSource[]): string {
  const tables = sources.flatMap((source) =>
    source.tables.map((table) => ({ source, table, last: lastPart(table.name) })),
  )
  if (tables.length === 0) return 'no data source is connected.'
  // Somebody may have left the source out, or confused one source with another.
  const similar = new Set(nearestNames(lastPart(name), new Set(tables.map(({ last }) => last))))
  const near = tables.filter(({ last }) => similar.has(last)).slice(0, 3)
  const names = (near.length > 0 ? near : tables.slice(0, 10)).map((each) =>
    qualifiedName(each.source, each.table),
  )
  return near.length > 0 ? `did you mean ${names.join(' or ')}?` : `the tables are ${names.join(', ')}.`
}

function lastPart(qualified: string): string {
  return qualified.split('.').at(-1) ?? qualified
}

function columnHint(
  { name = '', near: engineHint = '' }: Record<string, string>,
  { sql, sources }: { readonly sql: string; readonly sources: readonly DataSource[] },
): string {
  const bound = [...engineHint.matchAll(/"([^"]+)"/g)].map(([, candidate]) => candidate ?? '')
  const near = bound.length > 0 ? bound : nearestNames(lastPart(name), columnsOfStatement(sql, sources))
  return near.length > 0
    ? `did you mean ${near.join(', ')}?`
    : 'call find_metadata for the columns there are.'
}

/** The columns of all tables whose name stands somewhere in the statement. */
function columnsOfStatement(sql: string, sources: readonly DataSource[]): string[] {
  const text = sql.toLowerCase()
  const tables = sources.flatMap((source) => source.tables)
  const named = tables.filter(({ name }) => text.includes(splitName(name.toLowerCase()).at(-1) ?? ''))
  return named.flatMap((table) => table.columns.map((column) => column.name))
}
