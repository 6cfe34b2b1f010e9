import type { DataSource, SourceTable } from '../source.ts'
import { isDatabaseSource } from '../source.ts'
import { type SqlToken, sqlTokens } from './sql-tokens.ts'
import { splitName } from './table-name.ts'

/** Where a statement runs. */
export type StatementPlan =
  /** Over files, in the DuckDB child. */
  | { readonly kind: 'files' }
  /**
   * In one database, in its dialect; `sql` has the source's name taken out of table names. Sources that are catalogues
   * of one Trino are one database; their names give way to those of the catalogues.
   */
  | { readonly kind: 'native'; readonly source: DataSource; readonly sql: string }
  /** Over tables of databases and perhaps files: what is needed is fetched into the DuckDB child. */
  | { readonly kind: 'mixed' }

/**
 * Decides by the tables a statement names where it runs. A statement that names no known table runs in the owner's only
 * database, when there are no files, so that its own error comes back.
 */
export function planStatement(sql: string, sources: readonly DataSource[]): StatementPlan {
  const mentions = findMentions(sql, sources)
  const named = new Set(mentions.map(({ source }) => source))
  const own = sources.filter(({ offered }) => !offered)
  if (named.size === 0 && own.length === 1) for (const source of own) named.add(source)
  const databases = [...named].filter(isDatabaseSource)
  const [database] = databases
  if (database === undefined) return { kind: 'files' }
  if (named.size === 1)
    return { kind: 'native', source: database, sql: withPrefixes(sql, mentions, () => '') }
  if (![...named].every((source) => isSameTrino(source, database))) return { kind: 'mixed' }
  return { kind: 'native', source: database, sql: withPrefixes(sql, mentions, cataloguePrefix) }
}

/** Whether two sources are catalogues of one coordinator, seen by one user. */
function isSameTrino({ connection: one }: DataSource, { connection: other }: DataSource): boolean {
  if (one?.kind !== 'trino' || other?.kind !== 'trino') return false
  return one.url === other.url && one.user === other.user && one.password === other.password
}

function cataloguePrefix({ connection }: DataSource): string {
  return connection?.kind === 'trino' ? `"${connection.catalog.replaceAll('"', '""')}".` : ''
}

/** The sources whose tables a statement names. */
export function mentionedSources(sql: string, sources: readonly DataSource[]): Set<DataSource> {
  return new Set(findMentions(sql, sources).map(({ source }) => source))
}

type Mention = {
  readonly source: DataSource
  /** Where the source's name and the dot behind it stand, or would stand where it was left out. */
  readonly prefix: { readonly start: number; readonly end: number }
}

function findMentions(sql: string, sources: readonly DataSource[]): Mention[] {
  const tokens = sqlTokens(sql)
  const expressions = namedExpressions(tokens)
  const mentions: Mention[] = []
  for (let index = 0; index < tokens.length; index++) {
    const chain = chainAt(tokens, index)
    if (chain.length === 0) continue
    const before = tokens[index - 1]?.text.toLowerCase()
    const isTablePlace = before === 'from' || before === 'join'
    const mention = qualifiedMention(chain, { sources, isTablePlace })
    if (mention) mentions.push(mention)
    else if (isTablePlace && !expressions.has(nameAt(chain, 0))) {
      const source = sourceOfBareName(chain, sources)
      const start = chain[0]?.start ?? 0
      if (source) mentions.push({ source, prefix: { start, end: start } })
    }
    index += chain.length * 2 - 2
  }
  return mentions
}

/** Identifiers joined by dots, beginning here. */
function chainAt(tokens: readonly SqlToken[], index: number): SqlToken[] {
  const chain: SqlToken[] = []
  for (let at = index; ; at += 2) {
    const token = tokens[at]
    if (!token || !isIdentifier(token)) return chain
    chain.push(token)
    if (tokens[at + 1]?.text !== '.') return chain
  }
}

function isIdentifier({ kind }: SqlToken): boolean {
  return kind === 'word' || kind === 'quoted'
}

function nameAt(chain: readonly SqlToken[], index: number): string {
  return (chain[index]?.name ?? '').toLowerCase()
}

/** Where a table must stand, a source's name is enough: its own engine knows best which table is missing. */
function qualifiedMention(
  chain: readonly SqlToken[],
  { sources, isTablePlace }: { sources: readonly DataSource[]; isTablePlace: boolean },
): Mention | null {
  const [first, second] = chain
  if (!first || !second) return null
  const source = sources.find(({ name }) => name.toLowerCase() === nameAt(chain, 0))
  const rest = chain.slice(1).map(({ name }) => name.toLowerCase())
  const isKnown = source?.tables.some((table) => isNamedBy(table, rest)) || isTablePlace
  return source && isKnown ? { source, prefix: { start: first.start, end: second.start } } : null
}

/** Whether the words begin with the table's full name or with its last part; more may follow, as in `table.column`. */
function isNamedBy(table: SourceTable, words: readonly string[]): boolean {
  const parts = splitName(table.name.toLowerCase())
  return parts.every((part, index) => words[index] === part) || words[0] === parts.at(-1)
}

function sourceOfBareName(chain: readonly SqlToken[], sources: readonly DataSource[]): DataSource | null {
  const words = chain.map(({ name }) => name.toLowerCase())
  const owners = sources.filter(({ tables }) => tables.some((table) => isNamedBy(table, words)))
  const own = owners.filter(({ offered }) => !offered)
  // What the service offers must not make the owner's own names ambiguous.
  const [only, ...others] = own.length > 0 ? own : owners
  return others.length === 0 ? (only ?? null) : null
}

/** Names that WITH gives: `x AS (` and `x (a, b) AS (`. They hide tables of the same name. */
function namedExpressions(tokens: readonly SqlToken[]): Set<string> {
  const names = new Set<string>()
  if (!tokens.some(({ text }) => text.toLowerCase() === 'with')) return names
  for (const [index, token] of tokens.entries()) {
    if (!isIdentifier(token)) continue
    const next = tokens[index + 1]?.text
    const behind =
      next === '(' ? tokens.findIndex(({ text }, at) => at > index && text === ')') + 1 : index + 1
    const words = tokens.slice(behind, behind + 4).map(({ text }) => text.toLowerCase())
    if (words[0] === 'as' && (words[1] === '(' || words.includes('materialized')))
      names.add(token.name.toLowerCase())
  }
  return names
}

/** The statement with something else where it names its sources. */
function withPrefixes(
  sql: string,
  mentions: readonly Mention[],
  prefixOf: (source: DataSource) => string,
): string {
  let result = sql
  for (const { source, prefix } of mentions.toReversed())
    result = result.slice(0, prefix.start) + prefixOf(source) + result.slice(prefix.end)
  return result
}
