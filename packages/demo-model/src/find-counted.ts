import { type Column, isDateColumn, type Table } from './catalog.ts'
import { isAdditive, isStock } from './find-measures.ts'
import { isUnits } from './find-money.ts'
import { coveredBy, dayColumn, figuresOf, isRowNoun, isSpelledOut, matchColumns } from './match-columns.ts'
import type { Measure } from './plan.ts'
import { contentTokens, isFunctionWord, type Question, type Token } from './read-question.ts'
import { likeness, stem, toLabel, toWords } from './words.ts'

/** The measure that counts the rows of a table: cars in a table of cars. */
export function countRows(table: Table): Measure {
  const noun = toWords(table.name).at(-1) ?? 'row'
  const rows = isRowNoun(table, 'day') ? 'days' : 'rows'
  return {
    name: `number of ${noun.endsWith('s') ? noun : rows}`,
    columns: [],
    aggregate: 'count',
    isDistinct: false,
  }
}

/** The verb that ends the noun of "How many …". */
const VERB = /^(?:is|are|was|were|has|have|had|do|does|did)$/

/** Returns what the question counts: rows, values, or 'unknown' for a noun that the table does not know. */
export function findCounted(question: Question, table: Table): Measure | 'unknown' {
  const at = question.tokens.findIndex(
    ({ word }) => word === 'many' || word === 'often' || word === 'number' || word.startsWith('count'),
  )
  const words = question.tokens.slice(at + 1, at + 4).filter(({ word }) => word !== 'rated')
  const verb = words.findIndex(({ word }) => VERB.test(word))
  const after = words.slice(0, verb < 0 ? words.length : verb).filter(({ use }) => use === null)
  const sold = soldUnits(question, table, at)
  if (sold !== null) return sold
  const figure = figuresOf(table).find((column) => isSpelledOut(column, after))
  if (figure !== undefined) return sumOfNamed(figure)
  const rowNoun = after.find((token) => isRowNoun(table, token.stem))
  if (rowNoun !== undefined && isOfSeries(table, rowNoun.stem)) return 'unknown'
  const day =
    rowNoun?.stem === 'day' && !toWords(table.name).map(stem).includes('day') ? dayColumn(table) : null
  if (day !== null) return countDays(day)
  if (!question.isDistinct && rowNoun !== undefined)
    return { ...countRows(table), name: `number of ${rowNoun.word}` }
  const columns = [...table.columns.filter(({ kind }) => kind === 'text'), ...figuresOf(table)]
  const found = matchColumns(
    columns,
    contentTokens(after).map((token) => token.stem),
  )[0]
  if (found === undefined || found.coverage < 0.45)
    return contentTokens(after).every(({ stem: word }) => isSubject(table, word))
      ? countRows(table)
      : 'unknown'
  if (found.column.kind === 'number') {
    const sum: Measure = {
      name: toLabel(found.column.name),
      columns: [found.column],
      aggregate: 'sum',
      isDistinct: false,
    }
    if (isCountable(found.column, after) && (isAdditive(sum) || isStock(sum))) return sum
    // "How many bedrooms" may mean their sum, or the rows that have some. Prices are not added up.
    if (found.coverage < NAMED || holdsWholeNumbers(found.column)) return 'unknown'
    for (const token of nounOf(found.column, after)) token.use = 'counted'
    return countRows(table)
  }
  if (isOptional(found.column) && found.coverage < NAMED) return 'unknown'
  const noun = nounOf(found.column, after)
  for (const token of noun) token.use = 'counted'
  const name = `number of different ${noun.map(({ word }) => word).join(' ')}`
  return { name, columns: [found.column], aggregate: 'count', isDistinct: true }
}

/** Returns the sum of a figure whose whole name the question counts: `rainy_days` of "How many rainy days". */
function sumOfNamed(column: Column): Measure | 'unknown' {
  const sum: Measure = { name: toLabel(column.name), columns: [column], aggregate: 'sum', isDistinct: false }
  return isAdditive(sum) || isStock(sum) || toWords(column.name).at(-1) === 'days' ? sum : 'unknown'
}

/** Whether a measure counts the rows, or the days of their dates. */
export function isRowCount({ columns, isDistinct }: Measure): boolean {
  return columns.length === 0 || (isDistinct && columns.every(isDateColumn))
}

const SOLD = /^(?:sold|sells?|bought|buys?|purchased?|ordered)$/

/**
 * Returns the sum of the units for "How many laptops were sold?" where laptops are a value of the rows, and marks the verb
 * as used. Null for other questions, and where the table does not say how many each row sold.
 */
function soldUnits({ tokens }: Question, table: Table, at: number): Measure | null {
  const start = at + (tokens[at + 1]?.word === 'of' ? 2 : 1)
  const rest = tokens.slice(start)
  const end = rest.findIndex(({ word }) => VERB.test(word) || SOLD.test(word))
  const noun = rest.slice(0, Math.max(0, end)).filter(({ stem: word }) => !isFunctionWord(word))
  const isOfValue = noun.length > 0 && noun.every(({ use }) => use === 'filter')
  return isOfValue ? unitsOf(rest, table) : null
}

/** Returns the sum of the only column of units where a verb says that things were sold, and marks the verb as used. */
function unitsOf(tokens: readonly Token[], table: Table): Measure | null {
  const [units, ...more] = figuresOf(table).filter(isUnits)
  const verbs = tokens.filter(({ word, use }) => use === null && SOLD.test(word))
  if (units === undefined || more.length > 0 || verbs.length === 0) return null
  for (const verb of verbs) verb.use = 'figure'
  return { name: toLabel(units.name), columns: [units], aggregate: 'sum', isDistinct: false }
}

/** Counts each day once, because a table may have a row for each station and day. Times of day are no days. */
function countDays(column: Column): Measure | 'unknown' {
  if (column.samples.some((value) => /[T ](?!00:00)\d\d:\d\d/.test(value))) return 'unknown'
  return { name: 'number of days', columns: [column], aggregate: 'count', isDistinct: true }
}

/** Whether the description says that a row is a figure of the thing, and not the thing: "monthly stock prices". */
function isOfSeries({ description, columns }: Table, noun: string): boolean {
  const words = toWords(description).map(stem)
  return words.some(
    (word, at) =>
      word === noun &&
      columns.some(({ kind, stems }) => kind === 'number' && stems.includes(words[at + 1] ?? '')),
  )
}

/** The words that name a column, without a verb and a name that follow them: the "addresses" of "addresses hold CHN". */
function nounOf(column: Column, words: readonly Token[]): Token[] {
  return contentTokens(words).filter((token) => coveredBy(column, token.stem))
}

/** Whether some rows have no value in a column, so that its values do not count the things: the names of accounts. */
function isOptional({ descriptionStems }: Column): boolean {
  return descriptionStems.includes('if')
}

function holdsWholeNumbers({ samples }: Column): boolean {
  return samples.length > 0 && samples.every((value) => /^\d+$/.test(value))
}

/** Whether the words mean the figure of a column itself: items, units, people. Words of one root do not. */
function isCountable({ stems }: Column, words: readonly Token[]): boolean {
  return words.some((token) => stems.some((own) => likeness(own, token.stem) >= NAMED))
}

/** Whether the description of a table begins with the word, as in "Films with their ratings". */
function isSubject({ description, rowCount }: Table, word: string): boolean {
  const start = toWords(description).slice(0, SUBJECT_WORDS).map(stem)
  return rowCount !== 1 && start.includes(word)
}

const SUBJECT_WORDS = 3

type Ranked = { readonly table: Table; readonly column: Column | null }

/**
 * Returns what "most" and "fewest" count: the different values of the column they name, else the rows. Returns null
 * for things that the table does not know: "the most awards".
 */
export function countMost({ tokens }: Question, { table, column }: Ranked): Measure | null {
  const at = tokens.findIndex(({ word }) => /^(?:most|fewest|least)$/.test(word))
  if (at >= 0 && tokens[at + 1]?.use === 'filter') return unitsOf(tokens, table) ?? countRows(table)
  const noun = tokens
    .slice(at + 1, at + 3)
    .find(({ use, stem: word }) => use === null && !isFunctionWord(word))
  if (at < 0 || noun === undefined || isRowNoun(table, noun.stem)) return countRows(table)
  if (/^(?:common|frequent|popular)$/.test(noun.word)) {
    noun.use = 'counted'
    return countRows(table)
  }
  const texts = table.columns.filter((other) => other.kind === 'text' && other !== column)
  const found = matchColumns(texts, [noun.stem])[0]
  if (found === undefined || found.coverage < NAMED)
    return isSubject(table, noun.stem) ? countRows(table) : null
  noun.use = 'counted'
  const name = `number of different ${noun.word}`
  return { name, columns: [found.column], aggregate: 'count', isDistinct: true }
}

/** The least share of a column's name that a word must match to count its values. */
const NAMED = 0.9
