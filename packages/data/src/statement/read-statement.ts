import { defineName, type Frame, forgetNames, newFrame, newScope, type Reader } from './frame.ts'
import { readKeyword } from './read-keyword.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { type SqlToken, sqlTokens } from './sql-tokens.ts'
import { MAX_DEPTH, pathKey, type Statement, type TableReference } from './statement.ts'

/**
 * Reads which tables a statement names, in one pass over its tokens: linear in the length of the text, without
 * recursion. It finds names for the planner; it does not decide whether the statement is valid, which the engine does.
 */
export function readStatement(sql: string, dialect: SqlDialect): Statement {
  const { tokens, isComplete } = sqlTokens(sql, dialect)
  const reader: Reader = {
    tokens,
    frame: newFrame({ parent: null, scope: newScope(null), phase: 'start' }),
    depth: 0,
    tables: [],
    columns: [],
    visible: new Map(),
    // SQLite (https://www.sqlite.org/lang_expr.html#in_op) and ClickHouse take a table there.
    takesTableAfterIn: dialect === 'sqlite' || dialect === 'clickhouse',
  }
  for (let at = 0; at < tokens.length && reader.depth <= MAX_DEPTH; ) at = readToken(reader, at)
  const isTooDeep = reader.depth > MAX_DEPTH
  const { tables, columns } = isTooDeep ? { tables: [], columns: [] } : reader
  const names = tokens.filter(isIdentifier).map(({ name }) => name.toLowerCase())
  return { sql, dialect, tokens, isComplete, isTooDeep, tables, columns, names: new Set(names) }
}

/** Reads what begins at a token; returns where the next begins. */
function readToken(reader: Reader, at: number): number {
  const { frame } = reader
  const token = reader.tokens[at]
  if (!token) return at + 1
  if (isIdentifier(token)) return readKeyword(reader, at) ? at + 1 : readPath(reader, at)
  if (token.kind !== 'symbol') frame.expectsTable = false
  else if (token.text === '(') openBracket(reader, at)
  else if (token.text === '[' || token.text === '{') openExpression(reader)
  else if (token.text === ')' || token.text === ']' || token.text === '}') closeBracket(reader)
  else if (token.text === ',') frame.expectsTable = frame.phase === 'from'
  return at + 1
}

function isIdentifier({ kind }: SqlToken): boolean {
  return kind === 'word' || kind === 'quoted'
}

/** Words that begin a SELECT in brackets. */
const BEGINNINGS = new Set(
  ['select', 'with', 'from', 'values', 'table'].concat('describe', 'summarize', 'show', 'pivot', 'unpivot'),
)

function openBracket(reader: Reader, at: number): void {
  const { frame, tokens } = reader
  const before = tokens[at - 1]
  const next = tokens[at + 1]
  const isTableItem = frame.expectsTable
  const isSelect = next?.kind === 'word' && BEGINNINGS.has(next.word) && before?.word !== 'trim'
  if (frame.phase === 'with' && frame.pendingName !== null && isDefinition(before)) openDefinition(reader)
  else if (isSelect) push(reader, newFrame({ parent: frame, scope: frame.scope, phase: 'start' }))
  else if (isTableItem && before && !isIdentifier(before)) openJoin(reader)
  else if (isTableItem && before && TABLE_WORDS.has(before.word)) openJoin(reader)
  else openExpression(reader)
}

/** Words before a bracket that holds tables: `FROM (a JOIN b)`. Any other name there is a function. */
const TABLE_WORDS = new Set(['from', 'join', 'straight_join', 'lateral', 'only'])

/** Whether a bracket behind this word holds the SELECT of a name that WITH defines. */
function isDefinition(before: SqlToken | undefined): boolean {
  return before?.word === 'as' || before?.word === 'materialized'
}

function openDefinition(reader: Reader): void {
  const { frame } = reader
  const name = frame.pendingName
  frame.pendingName = null
  if (name !== null && frame.isRecursive) defineName(reader, frame, name)
  push(reader, newFrame({ parent: frame, scope: frame.scope, phase: 'start', definesName: name }))
}

function openJoin(reader: Reader): void {
  const { frame } = reader
  const inside = newFrame({ parent: frame, scope: frame.scope, phase: 'from' })
  inside.expectsTable = true
  push(reader, inside)
}

function openExpression(reader: Reader): void {
  const { frame } = reader
  push(reader, newFrame({ parent: frame, scope: frame.scope, phase: 'none' }))
}

function push(reader: Reader, inside: Frame): void {
  reader.frame.expectsTable = false
  reader.frame = inside
  reader.depth++
}

function closeBracket(reader: Reader): void {
  const { frame: closed } = reader
  if (closed.parent === null) return
  forgetNames(reader, closed)
  reader.frame = closed.parent
  reader.depth--
  if (closed.definesName !== null && !reader.frame.isRecursive)
    defineName(reader, reader.frame, closed.definesName)
}

/** Reads identifiers that are joined by dots. */
function readPath(reader: Reader, at: number): number {
  const { frame, tokens } = reader
  const path: SqlToken[] = []
  let end = at
  for (let token = tokens[end]; token && isIdentifier(token); token = tokens[end]) {
    path.push(token)
    end++
    if (tokens[end]?.text !== '.') break
    end++
  }
  const isStar = tokens[end - 1]?.text === '.' && tokens[end]?.text === '*'
  if (tokens[end]?.text === '(') {
    // A function, or a name that WITH defines with its columns.
    readDefinedName(reader, path, at)
    return end
  }
  if (frame.expectsTable && tokens[end]?.text !== ':') readTable(reader, path, end)
  else if (reader.takesTableAfterIn && tokens[at - 1]?.word === 'in')
    reader.tables.push({ path, place: 'in' })
  else if (path.length > 2 || (isStar && path.length > 1)) reader.columns.push({ path, scope: frame.scope })
  readDefinedName(reader, path, at)
  if (frame.phase === 'start' && !SET_WORDS.has(tokens[at]?.word ?? '')) frame.phase = 'none'
  return end
}

/** Words behind UNION, INTERSECT and EXCEPT. */
const SET_WORDS = new Set(['all', 'distinct', 'by', 'name'])

function readDefinedName({ frame, tokens }: Reader, path: readonly SqlToken[], at: number): void {
  if (frame.phase !== 'with') return
  const before = tokens[at - 1]
  const isName = before?.text === ',' || before?.word === 'with' || before?.word === 'recursive'
  if (isName && path.length === 1) frame.pendingName = pathKey(path)
}

function readTable(reader: Reader, path: readonly SqlToken[], end: number): void {
  const { frame } = reader
  frame.expectsTable = false
  const isDefined = path.length === 1 && (reader.visible.get(pathKey(path)) ?? 0) > 0
  if (isDefined) return
  const reference: TableReference = { path, place: 'from' }
  reader.tables.push(reference)
  if (!hasAlias(reader, end)) frame.scope.references.set(pathKey(path), reference)
}

/** Words that may follow a table and are no alias of it. */
const NOT_ALIASES = new Set(
  `all anti any array asof at cross except fetch final for force format full global group having ignore indexed
  inner intersect join lateral left limit natural not offset on order outer partition pivot positional prewhere
  qualify right sample select semi set settings straight_join tablesample union unpivot use using where
  window with`.split(/\s+/),
)

/** Whether the table before a token has an alias. */
function hasAlias({ tokens }: Reader, at: number): boolean {
  const token = tokens[at]
  return token !== undefined && isIdentifier(token) && !(token.kind === 'word' && NOT_ALIASES.has(token.word))
}
