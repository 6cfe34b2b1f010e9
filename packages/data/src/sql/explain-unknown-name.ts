import type { QueryableSource, SourceTable } from '@parley/domain'
import { isSameName } from '../names/is-same-name.ts'
import { nearestNames } from '../names/nearest-names.ts'
import { qualifiedName } from '../names/qualified-name.ts'
import type { Statement } from '../statement/statement.ts'
import { explainFunction } from './explain-function.ts'
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
  /^no such column: "(?<name>[^"]+)"/,
  /^no such column: (?<name>\S+?)\.?$/,
  /^(?:line \d+:\d+: )?Column '(?<name>[^']+)' cannot be resolved/,
  /^Unknown expression identifier '?`?(?<name>[^'`\s]+)/,
]

/** Engines repeat parts of a statement in their errors. */
const MAX_MESSAGE_CHARACTERS = 2000

type Place = { readonly statement: Statement; readonly sources: readonly QueryableSource[] }

/** Adds similar names of the owner to an engine's error about an unknown name. */
export function explainUnknownName(sentence: string, place: Place): string {
  const message = sentence.slice(0, MAX_MESSAGE_CHARACTERS)
  const table = firstMatch(MISSING_TABLE, message)
  if (table?.name !== undefined) return `There is no table ${table.name}; ${tableHint(table.name, place)}`
  const column = firstMatch(MISSING_COLUMN, message)
  if (column?.name === undefined) return explainRefusedName(message, place)
  const where = column.table === undefined ? 'the tables of the statement' : column.table
  return `There is no column "${column.name}" in ${where}; ${columnHint(column, place)}`
}

/** Error texts for a column that several tables have. */
const AMBIGUOUS = [
  /^ambiguous column name: (?<name>\S+?)\.?$/,
  /^column reference "(?<name>[^"]+)" is ambiguous/,
  /^Ambiguous reference to column name "(?<name>[^"]+)"/,
  /^Column '(?<name>[^']+)' in .* is ambiguous/,
  /^(?:line \d+:\d+: )?Column '(?<name>[^']+)' is ambiguous/,
]

/** A name that two tables have, or a function that the engine lacks. */
function explainRefusedName(message: string, place: Place): string {
  const name = firstMatch(AMBIGUOUS, message)?.name
  if (name === undefined) return explainFunction(message, place.statement.dialect)
  const wanted = lastPart(name)
  const holders = tablesOfStatement(place).filter(({ table }) =>
    table.columns.some((column) => isSameName(column.name, wanted)),
  )
  const names = holders.map(({ table }) => `${lastPart(table.name)}.${lastPart(name)}`)
  return names.length > 1
    ? `Several tables have a column "${name}"; write ${names.join(' or ')}, or with the alias of the table.`
    : message
}

function firstMatch(patterns: readonly RegExp[], message: string): Record<string, string> | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(message)?.groups
    if (groups) return groups
  }
  return undefined
}

function tableHint(name: string, { statement, sources }: Place): string {
  const tables = sources.flatMap((source) =>
    source.tables.map((table) => ({ source, table, last: lastPart(table.name) })),
  )
  if (tables.length === 0) return 'no data source is connected.'
  // The statement may leave the source out, or name another source.
  const similar = new Set(nearestNames(lastPart(name), new Set(tables.map(({ last }) => last))))
  const near = tables.filter(({ last }) => similar.has(last)).slice(0, 3)
  const meant = tablesOfWords(tables, statement).filter((each) => !near.includes(each))
  const offered = [...near, ...meant]
  const names = (offered.length > 0 ? offered : tables.slice(0, 10)).map((each) =>
    qualifiedName(each.source, each.table),
  )
  return offered.length > 0 ? `did you mean ${names.join(' or ')}?` : `the tables are ${names.join(', ')}.`
}

function lastPart(qualified: string): string {
  return qualified.split('.').at(-1) ?? qualified
}

/** Columns that are compared with the words of a statement. A catalog may have half a million. */
const COMPARED_COLUMNS = 100_000
/** A table is offered for its columns when the statement names this many of them. */
const NAMED_COLUMNS = 2

/** The tables whose columns the other words of the statement name, those with the most first. */
function tablesOfWords<Found extends TableIn>(tables: readonly Found[], { names }: Statement): Found[] {
  let left = COMPARED_COLUMNS
  const counted = tables.flatMap((each) => {
    left -= each.table.columns.length
    if (left < 0) return []
    const count = each.table.columns.filter((column) => names.has(column.name.toLowerCase())).length
    return count >= NAMED_COLUMNS ? [{ each, count }] : []
  })
  return counted
    .sort((a, b) => b.count - a.count)
    .slice(0, 2)
    .map(({ each }) => each)
}

type TableIn = { readonly source: QueryableSource; readonly table: SourceTable }

function columnHint({ name = '', near: engineHint = '' }: Record<string, string>, place: Place): string {
  const wanted = lastPart(name)
  const own = tablesOfStatement(place)
  const holding = (tables: readonly TableIn[]) =>
    tables.flatMap(({ table }) => {
      const column = table.columns.find((one) => isSameName(one.name, wanted))
      return column ? [`${lastPart(table.name)}.${column.name}`] : []
    })
  const unjoined = own.find(({ table }) => lastPart(table.name).toLowerCase() === qualifierOf(name))
  if (unjoined && holding([unjoined]).length > 0)
    return `add ${lastPart(unjoined.table.name)} to FROM, or write its alias.`
  const bound = [...engineHint.matchAll(/"([^"]+)"/g)].map(([, candidate]) => candidate ?? '')
  const named = holding(own)
  const near = bound.length > 0 ? bound : nearestNames(wanted, columnsOf(own))
  const offered = named.length > 0 ? named : near.filter((one) => !isSameName(one, wanted))
  const elsewhere = named.length > 0 ? [] : holding(otherTables(own, place)).slice(0, 3)
  const hints = [
    ...(offered.length > 0 ? [`did you mean ${offered.join(', ')}?`] : []),
    ...(elsewhere.length > 0
      ? [`${offered.length > 0 ? 'Other' : 'other'} tables have ${elsewhere.join(', ')}.`]
      : []),
    ...(isQuoted(wanted, place) ? [`If it is a text, write '${wanted}'.`] : []),
  ]
  return hints.length > 0 ? hints.join(' ') : 'call find_metadata for the columns there are.'
}

function qualifierOf(name: string): string {
  return name.split('.').at(-2)?.toLowerCase() ?? ''
}

/** The tables whose name stands somewhere in the statement. */
function tablesOfStatement({ statement: { names }, sources }: Place): TableIn[] {
  return sources.flatMap((source) => {
    const { byLastPart } = tableIndex(source)
    return [...names].flatMap((name) => (byLastPart.get(name) ?? []).map((table) => ({ source, table })))
  })
}

/** The other tables of the sources that the statement names, as many as are compared in a bounded time. */
function otherTables(own: readonly TableIn[], { sources }: Place): TableIn[] {
  const named = new Set(own.map(({ table }) => table))
  const inUse = new Set(own.map(({ source }) => source))
  let left = COMPARED_COLUMNS
  return sources
    .filter((source) => inUse.size === 0 || inUse.has(source))
    .flatMap((source) =>
      source.tables.flatMap((table) => {
        left -= table.columns.length
        return named.has(table) || left < 0 ? [] : [{ source, table }]
      }),
    )
}

function* columnsOf(tables: readonly TableIn[]): Generator<string> {
  for (const { table } of tables) for (const column of table.columns) yield column.name
}

/** Whether the statement writes a name in double quotes, which some engines take for a text. */
function isQuoted(name: string, { statement: { tokens } }: Place): boolean {
  return tokens.some((token) => token.kind === 'quoted' && isSameName(token.name, name))
}
