import type { QueryableSource } from '@parley/domain'
import { isDatabaseSource } from '../source/data-source.ts'
import { readStatement } from '../statement/read-statement.ts'
import type { SqlDialect } from '../statement/sql-dialect.ts'
import { MAX_STATEMENT_CHARACTERS, type Statement } from '../statement/statement.ts'
import { findMentions, type Mention } from './find-mentions.ts'
import { readQuotedTexts } from './quoted-texts.ts'

/** A statement and the tables that it names. */
export type Read = {
  /** The statement, read by the rules of the engine that runs it. */
  readonly statement: Statement
  /** The tables that it names. */
  readonly mentions: readonly Mention[]
  /** What was changed in it so that its engine accepts it, one sentence each. */
  readonly notes?: readonly string[]
}

/** Where a statement runs. */
export type RunnablePlan =
  /** Over files, in the DuckDB child. */
  | ({ readonly kind: 'files' } & Read)
  /**
   * In one database, in its dialect; `sql` has the source's name taken out of table names. Sources that are catalogs
   * of one Trino are one database; their names are replaced by those of the catalogs.
   */
  | ({ readonly kind: 'native'; readonly source: QueryableSource; readonly sql: string } & Read)
  /** Over tables of databases and perhaps files: the rows that it needs are fetched into the DuckDB child. */
  | ({ readonly kind: 'mixed' } & Read)

/** Where a statement runs, or the sentence that says why it is refused. */
export type StatementPlan = RunnablePlan | { readonly kind: 'refused'; readonly message: string }

/**
 * Decides where a statement runs by the tables that it names. A statement that names no known table runs in the owner's
 * only source, so that the error of that engine comes back. The statement is read by the rules of each dialect that
 * is connected, because quotes and comments differ; readings that name different sources are refused. So is a statement
 * that names an unreachable source, with the sentence of that source.
 */
export function planStatement(sql: string, sources: readonly QueryableSource[]): StatementPlan {
  const plan = planAsWritten(sql, sources)
  if (plan.kind !== 'native' || plan.source.kind !== 'sqlite') return plan
  const texts = readQuotedTexts(plan.statement, plan.source)
  if (texts === null) return plan
  const changed = planAsWritten(texts.sql, sources)
  return changed.kind === 'refused' ? plan : { ...changed, notes: texts.notes }
}

function planAsWritten(sql: string, sources: readonly QueryableSource[]): StatementPlan {
  if (sql.length > MAX_STATEMENT_CHARACTERS) return { kind: 'refused', message: TOO_LONG }
  const read = (dialect: SqlDialect): Read => {
    const statement = readStatement(sql, dialect)
    return { statement, mentions: findMentions(statement, sources) }
  }
  const general = read('duckdb')
  if (general.statement.isTooDeep) return { kind: 'refused', message: TOO_DEEP }
  const unreachable = general.mentions.find(({ source }) => source.unreachable !== undefined)
  if (unreachable?.source.unreachable) return { kind: 'refused', message: unreachable.source.unreachable }
  const dialects = new Set(sources.filter(isDatabaseSource).map(dialectOf))
  const [native, ...others] = [...dialects].flatMap((dialect) => nativePlan(read(dialect)) ?? [])
  if (native === undefined) {
    const plan = general.mentions.length > 0 ? overFiles(general) : planWithoutTables(read, sources)
    return plan.statement.isComplete ? plan : { kind: 'refused', message: NOT_CLOSED }
  }
  return others.length === 0 && agrees(general, native) ? native : { kind: 'refused', message: AMBIGUOUS }
}

const TOO_LONG = `The statement is longer than ${MAX_STATEMENT_CHARACTERS} characters; write it shorter.`
const TOO_DEEP = 'The statement is nested too deep; write it shorter.'
const NOT_CLOSED = 'A quote or a comment in the statement is not closed; close it.'
const AMBIGUOUS =
  'The statement means different tables in different dialects, because of a backslash, a # or a comment in it; write it without.'

/** The dialect that statements over the tables of a source are written in. */
function dialectOf({ connection }: QueryableSource): SqlDialect {
  return connection === undefined || connection.kind === 'http_api' ? 'duckdb' : connection.kind
}

function overFiles(read: Read): RunnablePlan {
  const isMixed = read.mentions.some(({ source }) => isDatabaseSource(source))
  return { kind: isMixed ? 'mixed' : 'files', ...read }
}

function planWithoutTables(
  read: (dialect: SqlDialect) => Read,
  sources: readonly QueryableSource[],
): RunnablePlan {
  const [source, ...others] = sources.filter(({ offered }) => !offered)
  const isDatabase = source !== undefined && others.length === 0 && isDatabaseSource(source)
  if (!isDatabase) return { kind: 'files', ...read('duckdb') }
  const own = read(dialectOf(source))
  return { kind: 'native', source, sql: own.statement.sql, ...own }
}

/** Null where a statement that is read in a database's dialect names more than that database, or nothing. */
function nativePlan(read: Read): Extract<RunnablePlan, { kind: 'native' }> | null {
  const { statement, mentions } = read
  const sources = [...new Set(mentions.map(({ source }) => source))]
  const [source, ...others] = sources
  if (source === undefined || !statement.isComplete || dialectOf(source) !== statement.dialect) return null
  if (others.length === 0) return { kind: 'native', source, sql: withPrefixes(read, () => ''), ...read }
  if (!others.every((other) => isSameTrino(other, source))) return null
  return { kind: 'native', source, sql: withPrefixes(read, catalogPrefix), ...read }
}

/** Whether the general reading names the same sources, or names none because it ends inside a quote. */
function agrees(general: Read, native: Read): boolean {
  const named = new Set(native.mentions.map(({ source }) => source))
  if (general.mentions.length === 0 || !general.statement.isComplete) return true
  const alsoNamed = new Set(general.mentions.map(({ source }) => source))
  return named.size === alsoNamed.size && named.values().every((source) => alsoNamed.has(source))
}

/** Whether two sources are catalogs of one coordinator, seen by one user. */
function isSameTrino({ connection: one }: QueryableSource, { connection: other }: QueryableSource): boolean {
  if (one?.kind !== 'trino' || other?.kind !== 'trino') return false
  return one.url === other.url && one.user === other.user && one.password === other.password
}

function catalogPrefix({ connection }: QueryableSource): string {
  return connection?.kind === 'trino' ? `"${connection.catalog.replaceAll('"', '""')}".` : ''
}

/** The statement with other text where it names its sources. */
function withPrefixes({ statement, mentions }: Read, prefixOf: (source: QueryableSource) => string): string {
  const { sql } = statement
  const parts: string[] = []
  let from = 0
  for (const { source, prefix } of mentions) {
    parts.push(sql.slice(from, prefix.start), prefixOf(source))
    from = prefix.end
  }
  return [...parts, sql.slice(from)].join('')
}
