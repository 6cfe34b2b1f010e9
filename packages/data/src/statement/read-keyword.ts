import { beginSelect, type Reader } from './frame.ts'
import type { SqlToken } from './sql-tokens.ts'

/** Reads a word that changes where the reader stands. Returns false for every other name. */
export function readKeyword(reader: Reader, at: number): boolean {
  const token = reader.tokens[at]
  // `source.from` and `from.column` are names.
  if (token?.kind !== 'word' || reader.tokens[at + 1]?.text === '.') return false
  const read = KEYWORDS[token.word]
  return read !== undefined && Object.hasOwn(KEYWORDS, token.word) && read(reader, at)
}

type Keyword = (reader: Reader, at: number) => boolean

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  with: readWith,
  recursive: ({ frame, tokens }, at) => {
    const isKeyword = frame.phase === 'with' && tokens[at - 1]?.word === 'with'
    frame.isRecursive ||= isKeyword
    return isKeyword
  },
  select: ({ frame }) => {
    beginSelect(frame)
    return true
  },
  values: beginWithoutTable,
  from: readFrom,
  join: readJoin,
  straight_join: readJoin,
  on: endTable,
  using: endTable,
  lateral: isBeforeTable,
  only: isBeforeTable,
  table: beginWithTable,
  describe: beginWithTable,
  summarize: beginWithTable,
  show: beginWithTable,
  pivot: beginWithTable,
  unpivot: beginWithTable,
  union: readSetOperation,
  intersect: readSetOperation,
  except: readSetOperation,
  where: endFrom,
  prewhere: endFrom,
  group: endFrom,
  having: endFrom,
  qualify: endFrom,
  window: endFrom,
  order: endFrom,
  limit: endFrom,
  offset: endFrom,
  fetch: endFrom,
}

function readWith({ frame }: Reader): boolean {
  if (frame.phase !== 'start') return false
  frame.phase = 'with'
  return true
}

/** FROM begins a clause of the SELECT in the same bracket. In `extract(year FROM d)` it does not. */
function readFrom({ frame, tokens }: Reader, at: number): boolean {
  const comparesWith = tokens[at - 2]?.word
  const isComparison =
    tokens[at - 1]?.word === 'distinct' && (comparesWith === 'is' || comparesWith === 'not')
  if (isComparison || frame.phase === 'none' || frame.phase === 'tail') return true
  if (frame.phase !== 'select') beginSelect(frame)
  frame.phase = 'from'
  frame.expectsTable = true
  return true
}

/** `ARRAY JOIN` of ClickHouse joins columns. */
function readJoin({ frame, tokens }: Reader, at: number): boolean {
  if (frame.phase !== 'from' && frame.phase !== 'tail') return true
  const isArrayJoin = tokens[at - 1]?.word === 'array'
  frame.phase = isArrayJoin ? 'tail' : 'from'
  frame.expectsTable = !isArrayJoin
  return true
}

function endTable({ frame }: Reader): boolean {
  frame.expectsTable = false
  return true
}

/** `LATERAL` and `ONLY` stand before a table or a bracket. */
function isBeforeTable({ frame, tokens }: Reader, at: number): boolean {
  const next = tokens[at + 1]
  return frame.expectsTable && next !== undefined && (isName(next) || next.text === '(')
}

function isName({ kind }: SqlToken): boolean {
  return kind === 'word' || kind === 'quoted'
}

/** A statement that begins with the name of its table: `TABLE t`, `SUMMARIZE t`. */
function beginWithTable({ frame, tokens }: Reader, at: number): boolean {
  const next = tokens[at + 1]
  if (!isBeginning(frame.phase) || next === undefined || !(isName(next) || next.text === '(')) return false
  beginSelect(frame)
  frame.phase = 'from'
  frame.expectsTable = true
  return true
}

function beginWithoutTable({ frame }: Reader): boolean {
  if (!isBeginning(frame.phase)) return false
  beginSelect(frame)
  return true
}

function isBeginning(phase: Reader['frame']['phase']): boolean {
  return phase === 'start' || phase === 'with'
}

/** `* EXCEPT (column)` leaves out columns. */
function readSetOperation({ frame, tokens }: Reader, at: number): boolean {
  if (tokens[at - 1]?.text === '*' && frame.phase === 'select') return true
  frame.phase = 'start'
  frame.expectsTable = false
  return true
}

/** Ends the FROM clause; before it, as in `WITHIN GROUP (…)`, these words mean something else. */
function endFrom({ frame }: Reader): boolean {
  if (frame.phase !== 'from') return false
  frame.phase = 'tail'
  frame.expectsTable = false
  return true
}
