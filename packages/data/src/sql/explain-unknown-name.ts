import type { QueryableSource } from '@parley/domain'
import { nearestNames } from '../names/nearest-names.ts'
import { qualifiedName } from '../names/qualified-name.ts'
import type { Statement } from '../statement/statement.ts'
import { tableIndex } from './table-index.ts'

/** Error texts of the engines for a missing table; `name` may have the server's own prefix. */
const MISSING_TABLE = [
  /^Table with name "?(?<name>[^\s"]+)"? does not exist/,
  /^(?:Catalog|Schema) (?:with name )?"?(?<name>[^"\s]+)"? does not exist/,
  /^relation "(?<name>[^"]+)" does not exist/,
  /^Table '(?<name>[^']+)' doesn't exist/,
  /^no such table: (?<name>\S+?)\.?$/,
  /^(?:line \d+:\d+: )?Table '?(?<name>[^'\s]+)'? does not exist/,
  /^(?:Unknown table expression identifier|Table) '?(?<name>[^'\s]+)'? (?:does not exist|in scope)/,
]
/** Error texts for a missing column. Some name the table, some suggest similar names. */
const MISSING_COLUMN = [
  /^Referenced column "(?<name>[^"]+)" not found in FROM clause!(?: Candidate bindings: (?<near>.*))?/,
  /^(?:Table|Values list) "(?<table>[^"]+)" does not have a column named "(?<name>[^"]+)"(?:\s*Candidate bindings: (?<near>.*))?/,
  /^column "?(?<name>[^"\s]+)"? does not exist/,
  /^Unknown column '(?<name>[^']+)' in/,
  /^no such column: (?<name>\S+?)\.?$/,
  /^(?:line \d+:\d+: )?Column '(?<name>[^']+)' cannot be resolved/,
  /^Unknown expression identifier '?`?(?<name>[^'`\s]+)/,
]

/** Engines repeat parts of a statement in their errors. */
const MAX_MESSAGE_CHARACTERS = 2000

/** Adds similar names of the owner to an engine's error about an unknown name. */
export function explainUnknownName(
  sentence: string,
  { statement, sources }: { readonly statement: Statement; readonly sources: readonly QueryableSource[] },
): string {
  const message = sentence.slice(0, MAX_MESSAGE_CHARACTERS)
  const table = firstMatch(MISSING_TABLE, message)
  if (table?.name !== undefined) return `There is no table ${table.name}; ${tableHint(table.name, sources)}`
  const column = firstMatch(MISSING_COLUMN, message)
  if (column?.name === undefined) return message
  const place = column.table === undefined ? 'the tables of the statement' : column.table
  return `There is no column "${column.name}" in ${place}; ${columnHint(column, { statement, sources })}`
}

function firstMatch(patterns: readonly RegExp[], message: string): Record<string, string> | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(message)?.groups
    if (groups) return groups
  }
  return undefined
}

function tableHint(name: string, sources: readonly QueryableSource[]): string {
  const tables = sources.flatMap((source) =>
    source.tables.map((table) => ({ source, table, last: lastPart(table.name) })),
  )
  if (tables.length === 0) return 'no data source is connected.'
  // The statement may leave the source out, or name another source.
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
  { statement, sources }: { readonly statement: Statement; readonly sources: readonly QueryableSource[] },
): string {
  const bound = [...engineHint.matchAll(/"([^"]+)"/g)].map(([, candidate]) => candidate ?? '')
  const near = bound.length > 0 ? bound : nearestNames(lastPart(name), columnsOfStatement(statement, sources))
  return near.length > 0
    ? `did you mean ${near.join(', ')}?`
    : 'call find_metadata for the columns there are.'
}

/** The columns of all tables whose name stands somewhere in the statement. */
function* columnsOfStatement({ names }: Statement, sources: readonly QueryableSource[]): Generator<string> {
  for (const source of sources) {
    const { byLastPart } = tableIndex(source)
    for (const name of names) {
      for (const table of byLastPart.get(name) ?? []) for (const column of table.columns) yield column.name
    }
  }
}
