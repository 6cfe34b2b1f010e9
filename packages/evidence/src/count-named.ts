import { type CountUnder, isTotalOfCount, type Written } from './count-under.ts'
import type { Surroundings } from './match-cells.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { ResultTable } from './result-table.ts'
import { fold, isSameWord } from './words-of.ts'

/** What a count counts: "2 shops", "2 of 5 shops", "2家店". */
const NOUN =
  /^[\s*_]*(?:(?:of|out of|von|der|von den|sur|des|de)\s+(?:the\s+|all\s+|les\s+|los\s+|las\s+)?\d+[\s*_]+|(?=[个個家名位间間项項]))(\p{L}{1,20})|^[\s*_]+(\p{L}{3,20})/u
/** The only words that may stand in front of a count. Others, such as "sold", may change what is counted. */
const LEADING: ReadonlySet<string> = new Set(
  `there are is was were only just exactly and but in at with has have had of the which that hat haben gibt es sind im
  und nur il y a ont au mais hay tiene tienen en con pero 有 共 在 和`.split(/\s+/),
)
/** Behind these words the sentence says what is true of the counted rows. */
const TRUE_OF =
  /^[\s*_]*(?:of\s+(?:the\s+)?\d+\s+)?\p{L}+\s+(?:are|is|were|was|have|has|liegen|sind|sont|ont|están|tienen)\b/u
const ACCEPTED = 0.3

/**
 * Finds whether a number is how many rows hold the text that its clause names: "4 orders have the status open". `wrong`
 * where another number of rows holds the text. Null where the number counts no such rows.
 */
export function countNamed(
  number: WrittenNumber,
  around: readonly (Surroundings & { readonly table: ResultTable })[],
  written: Written,
): CountUnder | 'wrong' | null {
  const [count] = number.readings
  if (!count || number.date || number.unit !== null || !Number.isInteger(count.value) || count.value < 1)
    return null
  if (around.every(({ clause }) => clause.mentions.length === 0)) return null
  if (isTotalOfCount(number, written)) return null
  const { text } = written
  const behind = text.slice(number.offset + number.length, number.offset + number.length + 60)
  const [, ofAll, plain] = NOUN.exec(behind) ?? []
  const noun = fold(ofAll ?? plain ?? '')
  if (noun === '') return null
  let isWrong = false
  for (const one of around) {
    const { table, scopes } = one
    const named = scopes.header === null && isSafe(table) ? rowsNamed(one, number.offset) : null
    if (!named || isMeasure(table, noun)) continue
    if (named.rows.size !== count.value) {
      isWrong ||= TRUE_OF.test(behind) && !/^[\s*_]*(?:of|von)\b/.test(behind)
      continue
    }
    const base = { column: named.column, row: null, unit: null, isPointed: false, cue: 'count' as const }
    const candidate = { ...base, rule: 'count_under_condition', value: count.value }
    return { match: { table, candidate, chance: 1 / (table.rows.length + 1) }, bounds: [] }
  }
  return isWrong ? 'wrong' : null
}

function isSafe({ result, isWhole, rows }: ResultTable): boolean {
  return !result.isLoose && isWhole && 1 / (rows.length + 1) <= ACCEPTED
}

/** The rows with the text that a clause names. Null where it names several, says more, or no rows share a text. */
function rowsNamed(
  { table, clause, scopes }: Surroundings & { readonly table: ResultTable },
  offset: number,
): { readonly rows: ReadonlySet<number>; readonly column: string } | null {
  const [mention] = clause.mentions
  if (!mention || clause.mentions.length > 1 || !isRepeated(table, mention.column)) return null
  const isLeading = scopes.clause.words.every(
    ({ word, offset: at }) =>
      at >= offset || (at >= mention.at && at < mention.end) || LEADING.has(word) || /^\d+$/.test(word),
  )
  const column = table.result.columns[mention.column]
  return isLeading && column !== undefined ? { rows: mention.rows, column } : null
}

/** Whether several rows hold the same text in a column, so that it says of what kind a row is. */
function isRepeated({ rows, result }: ResultTable, column: number): boolean {
  const name = result.columns[column] ?? ''
  return new Set(rows.map((row) => row[name])).size < rows.length
}

/** Whether a word is the name of a column of numbers: "2 staff" are no two rows. */
function isMeasure({ columns }: ResultTable, noun: string): boolean {
  return columns.some(
    ({ cells, words }) =>
      cells.length > 0 && words.at(-1) !== 'id' && words.some((word) => isSameWord(word, noun)),
  )
}
