import { everydayStem } from '../metadata/everyday-words.ts'
import { splitWords, stem } from '../metadata/split-words.ts'

/** What the statement of a verified question says of the question. */
export type StatementReading = {
  /** Stems of its names and values. */
  readonly words: ReadonlySet<string>
  /** What it does with the rows, by the names that `readWording` has for it. */
  readonly operations: ReadonlySet<string>
  /** Stems of the names in its first SELECT list, and how many columns that has. */
  readonly selected: ReadonlySet<string>
  readonly selectedCount: number
  /** Stems of its texts. */
  readonly texts: ReadonlySet<string>
  /** Its numbers, except LIMIT 1. `> 2` is also `>= 3`. */
  readonly numbers: ReadonlySet<string>
}

const KEYWORDS = new Set(
  `select from where and or not in as on join inner left outer right group by having order limit desc asc distinct count
  sum avg min max between like is null union intersect except exists case when then else end with over partition`
    .split(/\s+/)
    .map(stem),
)
const OPERATIONS: Readonly<Record<string, RegExp>> = {
  not: /\bnot\b|\bexcept\b|!=|<>/i,
  most: /\border by[^)]*\bdesc\b[^)]*\blimit\b|\bmax\s*\(/i,
  least: /\border by(?![^)]*\bdesc\b)[^)]*\blimit\b|\bmin\s*\(/i,
  over: /(?<!<)>/,
  under: /<(?!>)/,
  each: /\bgroup by\b(?![^)]*\b(?:limit|having)\b)/i,
  count: /\bcount\s*\(/i,
  average: /\bavg\s*\(/i,
  sum: /\bsum\s*\(/i,
  both: /\bintersect\b/i,
  or: /\bor\b|\bunion\b/i,
  sorted: /\border by\b(?!.*\blimit\b)/i,
  descending: /\border by\b.*\bdesc\b(?!.*\blimit\b)/i,
  different: /\bdistinct\b/i,
}

const SELECT_LIST = /\bselect\b([\s\S]*?)\bfrom\b/i
/** Texts in single quotes; in double ones behind a comparison, where SQLite and MySQL take them for texts. */
const TEXTS = /'((?:[^']|'')*)'|(?:=|<>|\blike)\s*"([^"]*)"/gi
const COMPARED_NUMBER = /([<>]=?)\s*(\d+)\b/g
/** The other way to write a comparison of whole numbers: what to add to the number. */
const OTHER_LIMIT: Readonly<Record<string, number>> = { '>': 1, '>=': -1, '<': -1, '<=': 1 }

/** Reads the statement of a verified question. Its operations are guessed from its form, without its texts. */
export function readAnswer(sql: string): StatementReading {
  const bare = sql.replace(/'(?:[^']|'')*'/g, "''").replace(/\s+/g, ' ')
  const operations = Object.keys(OPERATIONS).filter((name) => OPERATIONS[name]?.test(bare))
  const selected = SELECT_LIST.exec(bare)?.[1] ?? ''
  const texts = [...sql.matchAll(TEXTS)].flatMap(([, single, double]) => stemsIn(single ?? double ?? ''))
  return {
    words: new Set(stemsIn(sql)),
    operations: new Set(operations),
    selected: new Set(stemsIn(selected)),
    selectedCount: countColumns(selected),
    texts: new Set(texts),
    numbers: numbersOf(bare),
  }
}

function stemsIn(sql: string): string[] {
  return splitWords(sql)
    .map(stem)
    .filter((own) => !KEYWORDS.has(own) && !/^(?:[a-z]|\d+)$/.test(own))
    .map(everydayStem)
}

/** Commas outside of parentheses divide columns. */
function countColumns(list: string): number {
  let [depth, count] = [0, 1]
  for (const sign of list) {
    if (sign === '(') depth++
    else if (sign === ')') depth--
    else if (sign === ',' && depth === 0) count++
  }
  return count
}

function numbersOf(bare: string): ReadonlySet<string> {
  const named = bare.replace(/\blimit 1\b/gi, '').match(/(?<![\w.])\d+\b/g) ?? []
  const others = Array.from(bare.matchAll(COMPARED_NUMBER), ([, sign = '', number]) =>
    String(Number(number) + (OTHER_LIMIT[sign] ?? 0)),
  )
  return new Set([...named, ...others])
}
