import type { SqlToken } from './sql-tokens.ts'
import { MAX_DEPTH, type Statement } from './statement.ts'

/** Tokens of a statement, from one place to before another. */
export type TokenRange = { readonly from: number; readonly to: number }

/** An entry of a FROM clause. */
export type FromItem = {
  /** The parts of its name as written; empty for a SELECT in brackets. */
  readonly path: readonly SqlToken[]
  /** The name that columns are written with, in lower case. */
  readonly alias: string
  readonly join: 'first' | 'inner' | 'left' | 'comma' | 'cross' | 'other'
  /** The conditions of ON, which AND joins. */
  readonly on: readonly TokenRange[]
  /** Whether it names its columns by USING or NATURAL. */
  readonly isNamed: boolean
}

/** One SELECT of a statement, split into its clauses. What the reader does not understand makes it not plain. */
export type Select = {
  /** The SELECT in whose brackets it stands; null for the outermost. */
  readonly parent: Select | null
  readonly whole: TokenRange
  readonly isDistinct: boolean
  readonly items: readonly TokenRange[]
  readonly from: readonly FromItem[]
  /** The conditions of WHERE, which AND joins; one condition where OR stands outside of brackets. */
  readonly where: readonly TokenRange[]
  readonly groupBy: readonly TokenRange[]
  readonly having: readonly TokenRange[]
  readonly orderBy: readonly TokenRange[]
  readonly limit: TokenRange | null
  /** Whether it is a part of UNION, INTERSECT or EXCEPT. */
  readonly isPart: boolean
  /** Whether each of its clauses was understood. */
  readonly isPlain: boolean
}

/**
 * Splits the SELECTs of a statement into their clauses, outer ones first. Linear in the number of tokens, because a
 * SELECT passes over the brackets inside it. A statement nested too deep has none.
 */
export function readSelects({ tokens, isTooDeep }: Pick<Statement, 'tokens' | 'isTooDeep'>): Select[] {
  if (isTooDeep) return []
  const ends = bracketEnds(tokens)
  if (ends === null) return []
  const selects: Select[] = []
  const open: { readonly end: number; readonly select: Select }[] = []
  for (const [at, { word }] of tokens.entries()) {
    while ((open.at(-1)?.end ?? at + 1) <= at) open.pop()
    if (word !== 'select' || tokens[at - 1]?.text === '.') continue
    const select = readSelect({ tokens, ends }, at, open.at(-1)?.select ?? null)
    selects.push(select)
    open.push({ end: select.whole.to, select })
  }
  return selects
}

type Source = { readonly tokens: readonly SqlToken[]; readonly ends: ReadonlyMap<number, number> }

/** For each opening bracket the place of its closing one; null where they do not match. */
function bracketEnds(tokens: readonly SqlToken[]): ReadonlyMap<number, number> | null {
  const open: number[] = []
  const ends = new Map<number, number>()
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'symbol') continue
    if (text === '(' || text === '[' || text === '{') open.push(at)
    if (open.length > MAX_DEPTH) return null
    if (text !== ')' && text !== ']' && text !== '}') continue
    const begun = open.pop()
    if (begun === undefined) return null
    ends.set(begun, at)
  }
  return open.length === 0 ? ends : null
}

const SET_OPERATIONS = new Set(['union', 'intersect', 'except', 'minus'])
/** Clauses that no check understands. */
const OTHER_CLAUSES = new Set(
  ['window', 'qualify', 'offset', 'fetch', 'for', 'prewhere', 'sample'].concat(
    'settings',
    'pivot',
    'unpivot',
  ),
)

type Clause = 'select' | 'from' | 'where' | 'group' | 'having' | 'order' | 'limit'
const CLAUSES: Readonly<Record<string, Clause>> = {
  from: 'from',
  where: 'where',
  group: 'group',
  having: 'having',
  order: 'order',
  limit: 'limit',
}

function readSelect(source: Source, at: number, parent: Select | null): Select {
  const { tokens } = source
  const clauses = new Map<Clause, TokenRange>()
  let clause: Clause = 'select'
  let from = at + 1
  let isPlain = true
  let isPart = SET_OPERATIONS.has(wordBefore(tokens, at))
  let end = tokens.length
  for (let place = at + 1; place < tokens.length; place = after(source, place)) {
    const token = tokens[place]
    const word = token?.kind === 'word' && tokens[place - 1]?.text !== '.' ? token.word : ''
    // A second SELECT in the same bracket is no valid statement; passing over it would make the reading quadratic.
    const isEnd = token?.text === ')' || token?.text === ';' || word === 'select' || SET_OPERATIONS.has(word)
    if (isEnd) {
      end = place
      isPart ||= SET_OPERATIONS.has(word)
      break
    }
    if (OTHER_CLAUSES.has(word)) isPlain = false
    const next = Object.hasOwn(CLAUSES, word) ? CLAUSES[word] : undefined
    if (next === undefined || isDistinctFrom(tokens, place)) continue
    clauses.set(clause, { from, to: place })
    clause = next
    from = place + (next === 'group' || next === 'order' ? 2 : 1)
  }
  clauses.set(clause, { from: Math.min(from, end), to: end })
  return { ...partsOf(source, clauses), parent, whole: { from: at, to: end }, isPart, isPlain }
}

/** The word before a place, over ALL and DISTINCT and an opening bracket. */
function wordBefore(tokens: readonly SqlToken[], at: number): string {
  let before = at - 1
  while (['all', 'distinct', '('].includes(tokens[before]?.word ?? '')) before--
  return tokens[before]?.word ?? ''
}

function isDistinctFrom(tokens: readonly SqlToken[], at: number): boolean {
  return (
    tokens[at]?.word === 'from' && tokens[at - 1]?.word === 'distinct' && tokens[at - 2]?.word !== 'select'
  )
}

/** The place after a token, or after the bracket that it opens. */
function after({ ends }: Source, at: number): number {
  return (ends.get(at) ?? at) + 1
}

type Parts = Omit<Select, 'parent' | 'whole' | 'isPart' | 'isPlain'>

function partsOf(source: Source, clauses: ReadonlyMap<Clause, TokenRange>): Parts {
  const { tokens } = source
  const rangeOf = (clause: Clause) => clauses.get(clause) ?? { from: 0, to: 0 }
  const list = rangeOf('select')
  const isDistinct = tokens[list.from]?.word === 'distinct'
  const isMarked = isDistinct || tokens[list.from]?.word === 'all'
  return {
    isDistinct,
    items: splitAt(source, isMarked ? { ...list, from: list.from + 1 } : list, isComma),
    from: readFrom(source, rangeOf('from')),
    where: conditionsOf(source, rangeOf('where')),
    groupBy: splitAt(source, rangeOf('group'), isComma),
    having: conditionsOf(source, rangeOf('having')),
    orderBy: splitAt(source, rangeOf('order'), isComma),
    limit: clauses.get('limit') ?? null,
  }
}

function isComma({ text }: SqlToken): boolean {
  return text === ','
}

/** The parts of a range between separators outside of brackets; none for an empty range. */
function splitAt(
  source: Source,
  { from, to }: TokenRange,
  isSeparator: (token: SqlToken, at: number) => boolean,
): TokenRange[] {
  const parts: TokenRange[] = []
  let begun = from
  for (let at = from; at < to; at = after(source, at)) {
    const token = source.tokens[at]
    if (!token || !isSeparator(token, at)) continue
    parts.push({ from: begun, to: at })
    begun = at + 1
  }
  return to > from ? [...parts, { from: begun, to }] : parts
}

/** The conditions that AND joins, without brackets around the whole; the range itself where OR joins some. */
function conditionsOf(source: Source, range: TokenRange): TokenRange[] {
  const { tokens, ends } = source
  let { from, to } = range
  while (to - from > 1 && tokens[from]?.text === '(' && ends.get(from) === to - 1)
    [from, to] = [from + 1, to - 1]
  let isOr = false
  let between = false
  const parts = splitAt(source, { from, to }, ({ word, kind }) => {
    if (kind !== 'word') return false
    if (word === 'or' || word === 'case') isOr = true
    if (word === 'between') between = true
    if (word !== 'and') return false
    const isJoining = !between
    between = false
    return isJoining
  })
  return isOr ? [{ from, to }] : parts
}

const JOIN_WORDS = new Set(
  ['join', 'inner', 'left', 'right', 'full', 'outer', 'cross', 'natural'].concat(
    'asof',
    'semi',
    'anti',
    'lateral',
  ),
)

function readFrom(source: Source, range: TokenRange): FromItem[] {
  const { tokens } = source
  const items: FromItem[] = []
  let words: string[] = []
  let begun = range.from
  const close = (to: number) => {
    if (to > begun) items.push(fromItem(source, { from: begun, to }, joinOf(words, items.length)))
  }
  for (let at = range.from; at < range.to; at = after(source, at)) {
    const token = tokens[at]
    const isJoinWord =
      token?.kind === 'word' &&
      JOIN_WORDS.has(token.word) &&
      tokens[at + 1]?.text !== '(' &&
      tokens[at - 1]?.text !== '.'
    if (!isJoinWord && token?.text !== ',' && !(token?.word === 'join' && token.kind === 'word')) continue
    const isFirstWord = begun <= at && at > begun
    if (isFirstWord) {
      close(at)
      words = []
    }
    words.push(token?.word ?? '')
    begun = at + 1
  }
  close(range.to)
  return items
}

function joinOf(words: readonly string[], index: number): FromItem['join'] {
  if (index === 0) return words.length === 0 ? 'first' : 'other'
  if (words[0] === ',') return words.length === 1 ? 'comma' : 'other'
  const kinds = words.filter((word) => word !== 'join' && word !== 'inner' && word !== 'outer')
  if (kinds.length === 0) return 'inner'
  if (kinds.length === 1 && kinds[0] === 'left') return 'left'
  if (kinds.length === 1 && kinds[0] === 'cross') return 'cross'
  return 'other'
}

function fromItem(source: Source, { from, to }: TokenRange, join: FromItem['join']): FromItem {
  const { tokens } = source
  const path: SqlToken[] = []
  let at = from
  for (let token = tokens[at]; token && at < to && isName(token); token = tokens[at]) {
    path.push(token)
    at++
    if (tokens[at]?.text !== '.') break
    at++
  }
  if (path.length === 0 || tokens[at]?.text === '(') at = after(source, at)
  // A function in FROM is no table.
  const isCall = tokens[from + path.length * 2 - 1]?.text === '(' && path.length > 0
  if (tokens[at]?.word === 'as') at++
  const named = tokens[at]
  const hasAlias = at < to && named !== undefined && isName(named) && !['on', 'using'].includes(named.word)
  const alias = (hasAlias ? named.name : (path.at(-1)?.name ?? '')).toLowerCase()
  const on = tokens.slice(at, to).findIndex(({ word, kind }) => kind === 'word' && word === 'on')
  const isUsing = tokens.slice(at, to).some(({ word, kind }) => kind === 'word' && word === 'using')
  return {
    path: isCall ? [] : path,
    alias,
    join,
    on: on < 0 ? [] : conditionsOf(source, { from: at + on + 1, to }),
    isNamed: isUsing,
  }
}

function isName({ kind }: SqlToken): boolean {
  return kind === 'word' || kind === 'quoted'
}
