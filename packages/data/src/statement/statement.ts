import type { SqlDialect } from './sql-dialect.ts'
import type { SqlToken } from './sql-tokens.ts'

/** A SELECT and the tables that its FROM clause names without an alias. */
export type Scope = {
  /** The SELECT around it; null for the outermost. */
  readonly parent: Scope | null
  /** By the name as written, the parts joined with `pathKey`. */
  readonly references: Map<string, TableReference>
}

/** A name where a table may stand. Names that WITH defines are left out. */
export type TableReference = {
  /** The parts of the name as written: `source.schema.table`, or less. */
  readonly path: readonly SqlToken[]
  /** `from`: a table must stand there. `in`: `x IN name`, where some dialects take a table. */
  readonly place: 'from' | 'in'
}

/** A name of three or more parts, or `a.b.*`, in an expression: it may begin with the name of a table. */
export type ColumnReference = { readonly path: readonly SqlToken[]; readonly scope: Scope }

/** The parts of a statement that the service reads from its text. */
export type Statement = {
  readonly sql: string
  readonly dialect: SqlDialect
  readonly tokens: readonly SqlToken[]
  /** False where a quote or comment is not closed. */
  readonly isComplete: boolean
  /** True where brackets are nested deeper than `MAX_DEPTH`; then nothing is known about its tables. */
  readonly isTooDeep: boolean
  readonly tables: readonly TableReference[]
  readonly columns: readonly ColumnReference[]
  /** Every word and quoted name of the statement, in lower case. */
  readonly names: ReadonlySet<string>
}

/** The most characters that a statement may have. */
export const MAX_STATEMENT_CHARACTERS = 100_000
/** The most brackets that may be open at once. */
export const MAX_DEPTH = 100

/** One text for the parts of a name, without regard to case. */
export function pathKey(path: readonly SqlToken[]): string {
  return path.map(({ name }) => name.toLowerCase()).join('\0')
}
