import type { QueryableSource, SourceTable } from '@parley/domain'
import { qualifiedName } from '../names/qualified-name.ts'

/** Columns of one table by which it is joined. */
export type LinkEnd = {
  /** As a statement names the table. */
  readonly table: string
  readonly columns: readonly string[]
  /** Null when it is unknown. */
  readonly rowCount: number | null
  /** Whether its rows lie in files of this service, so that they may be counted. */
  readonly isHeldHere: boolean
  /** Changes with the rows of the table. */
  readonly state: string
}

/** Rows of the left table for a row of the right one, and the other way round. */
export type JoinKind = '1:1' | '1:n' | 'n:1' | 'n:m'

/** Two tables that may be joined. */
export type JoinLink = {
  readonly left: LinkEnd
  readonly right: LinkEnd
  /** A declared key is certain. A link by names is a guess until the values confirm it. */
  readonly basis: 'key' | 'values' | 'names'
  /** From left to right; `n:1` until the values say otherwise. */
  readonly kind: JoinKind
}

/** A table with the data source that it belongs to. */
export type PlacedTable = { readonly source: PlacedSource; readonly table: SourceTable }
type PlacedSource = Pick<QueryableSource, 'name'> & Partial<QueryableSource>

const HELD_HERE: readonly (string | undefined)[] = ['file', 'sample', 'sqlite', 'http_api']

function isFileOfService({ kind, connection }: PlacedSource): boolean {
  return connection ? HELD_HERE.includes(connection.kind) : HELD_HERE.includes(kind)
}

/** The end of a link at a table. */
export function linkEnd({ source, table }: PlacedTable, columns: readonly string[]): LinkEnd {
  const { id, updatedAt, connection } = source
  const isHeldHere = !source.offered && isFileOfService(source)
  const file = connection?.kind === 'sqlite' ? connection.file : table.file
  const state = JSON.stringify([id, updatedAt, file])
  return { table: qualifiedName(source, table), columns, rowCount: table.rowCount, isHeldHere, state }
}

/** The same kind, seen from the right table. */
export function reversed(kind: JoinKind): JoinKind {
  return REVERSED[kind]
}

const REVERSED = { '1:1': '1:1', '1:n': 'n:1', 'n:1': '1:n', 'n:m': 'n:m' } as const

/** The kind of the link that two links in a row make. */
export function chained(first: JoinKind, second: JoinKind): JoinKind {
  const isSingleBack = first.startsWith('1') && second.startsWith('1')
  const isSingleOn = first.endsWith('1') && second.endsWith('1')
  if (isSingleBack) return isSingleOn ? '1:1' : '1:n'
  return isSingleOn ? 'n:1' : 'n:m'
}
