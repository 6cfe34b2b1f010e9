import { splitWords, stem } from '../metadata/split-words.ts'
import { everydayStem } from './everyday-words.ts'

/** What the statement of a verified question says of the question. */
export type StatementReading = {
  /** Stems of its names and values. */
  readonly words: ReadonlySet<string>
  /** What it does with the rows, by the names that `readWording` has for it. */
  readonly operations: ReadonlySet<string>
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

/** Reads the statement of a verified question. Its operations are guessed from its form, without its texts. */
export function readAnswer(sql: string): StatementReading {
  const words = splitWords(sql)
    .map(stem)
    .filter((own) => !KEYWORDS.has(own) && !/^(?:[a-z]|\d+)$/.test(own))
  const bare = sql.replace(/'(?:[^']|'')*'/g, "''").replace(/\s+/g, ' ')
  const operations = Object.keys(OPERATIONS).filter((name) => OPERATIONS[name]?.test(bare))
  return { words: new Set(words.map(everydayStem)), operations: new Set(operations) }
}
