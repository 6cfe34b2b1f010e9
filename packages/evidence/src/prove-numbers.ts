import { countNamed } from './count-named.ts'
import { countBehind, countUnder, isTotalOfCount } from './count-under.ts'
import { createScopes, type Scopes } from './find-scopes.ts'
import { type MatchedCell, matchCell, type Surroundings } from './match-cells.ts'
import { matchDerived } from './match-derived.ts'
import { widen } from './match-number.ts'
import { matchPeriod } from './match-period.ts'
import { matchPoints } from './match-points.ts'
import { narrowRounding, readNeighbours } from './narrow-rounding.ts'
import { type ProvenNumber, spanOf } from './number-span.ts'
import { once } from './once.ts'
import { isOfAnotherColumn } from './other-column.ts'
import { toLatinDigits } from './parse-digits.ts'
import { readConditions } from './read-conditions.ts'
import { readCues } from './read-cues.ts'
import { isSameDate } from './read-dates.ts'
import { MOST_CHARACTERS, readNumbers, type WrittenNumber } from './read-numbers.ts'
import { allAround, kept, type Search, sentenceOf } from './read-surroundings.ts'
import { openTable, type ResultTable, type StepResult } from './result-table.ts'
import { findRowCount } from './row-count.ts'
import { rowsSaid } from './rows-said.ts'
import { contradictsSuperlative } from './superlatives.ts'
import { placedWords } from './words-of.ts'

export type AnswerClaim = {
  /** The answer without its reasoning. */
  readonly text: string
  /** What `readNumbers` found in the text, if it was read before: reading takes a third of the time of a judgement. */
  readonly numbers?: readonly WrittenNumber[]
  /** What the user wrote, earlier questions included. */
  readonly question: string
  /** In the order of the steps. */
  readonly results: readonly StepResult[]
  /** The statements of the run. Their conditions explain numbers such as the 10 of "the top 10". */
  readonly statements: readonly string[]
}

/** Numbers of an answer that are judged. The rest is left out. */
const MOST_NUMBERS = 500
/** Results that are searched, the newest. */
const MOST_RESULTS = 8

/**
 * Yields a span for each number of an answer: the cell that it states, how it follows from cells, or that it was found
 * nowhere. Calls no model. Yields null after work that gave no span, so that the caller can let other work run, and can
 * stop when an answer takes too long.
 */
export function* proveNumbers({
  text: given,
  numbers: read,
  question,
  results,
  statements,
}: AnswerClaim): Generator<ProvenNumber | null, void, void> {
  const text = given.slice(0, MOST_CHARACTERS)
  const numbers = (read ?? readNumbers(text)).slice(0, MOST_NUMBERS)
  if (numbers.length === 0) return
  const words = placedWords(text)
  const said = new Set(words.map(({ word }) => word))
  const tables: ResultTable[] = []
  for (const result of results.slice(-MOST_RESULTS).toReversed()) {
    tables.push(openTable(result, said))
    yield null
  }
  const search: Search = {
    text,
    numbers,
    tables,
    asked: once(() => readNumbers(question)),
    asksYear: yearSearch(question),
    conditions: once(() => readConditions(statements)),
    scopesOf: createScopes(withoutCommas(text, numbers), words),
    pointed: new Map(),
    others: new Map(),
    neighbours: new Map(),
    cues: new Map(),
    scores: new Map(),
    bounds: new Set(),
    proven: new Map(),
    extremes: new Map(),
  }
  const end = Math.min(...tables.map(({ result }) => result.whole?.end ?? Number.POSITIVE_INFINITY))
  for (const number of numbers) {
    const span = prove(number, search)
    if (span?.kind === 'cell' || span?.kind === 'derived') search.proven.set(number, span)
    // A number that was not sought in all rows is not judged.
    yield span?.kind === 'none' && number.offset >= end ? null : span
  }
}

/** The text with blanks for the commas of its dates, at which no clause ends. */
function withoutCommas(text: string, numbers: readonly WrittenNumber[]): string {
  const pieces: string[] = []
  let end = 0
  for (const { form, offset, length } of numbers) {
    if (form !== 'date') continue
    pieces.push(text.slice(end, offset), text.slice(offset, offset + length).replaceAll(',', ' '))
    end = offset + length
  }
  return pieces.join('') + text.slice(end)
}

/** Null for a date that the user gave: it is not judged. */
function prove(written: WrittenNumber, search: Search): ProvenNumber | null {
  const { text, tables } = search
  if (written.date && isAskedDate(written, search)) return null
  const scopes = search.scopesOf(written.offset)
  const around = allAround(written, search)
  const label = around.map((one) => findLabel(written, one)).find((one) => one !== null)
  if (label) return label
  if (written.form === 'date') return spanOf(written, null)

  const cues = around[0]?.cues ?? readCues(sentenceOf(text, scopes))
  const before = text.slice(Math.max(0, written.offset - 24), written.offset)
  const number = widen(narrowed(written, { scopes, search }), before, cues('isFall'))
  const isOfRow = around.some((one) => !one.table.result.isLoose && namesRow(one))
  // Where the words name a row of a table, what other steps said is no proof.
  const cells = around.flatMap((one) => {
    const match = isOfRow && one.table.result.isLoose ? null : matchCell(number, one.table, one)
    if (!match || isOfAnotherColumn(number, match, { text, scopes })) return []
    return contradictsSuperlative(match, one, text) ? [] : [match]
  })
  const pointed = cells.filter(({ isPointed }) => isPointed).toSorted((a, b) => b.score - a.score)[0]
  if (pointed) return spanOf(written, { kind: 'cell', match: pointed })
  if (isAsked(number, search)) return spanOf(written, { kind: 'question' })
  const said = rowsSaid(number, text, tables)
  if (said) return spanOf(written, said.kind === 'wrong' ? null : said)
  const described = countUnder(written, around, search) ?? countNamed(written, around, search)
  if (described === 'wrong') return spanOf(written, null)
  for (const bound of described?.bounds ?? []) search.bounds.add(bound)
  if (described) return spanOf(written, { kind: 'derived', ...described.match })
  const counted = findRowCount(number, around, () => isTotalOfCount(written, search))
  if (counted) return spanOf(written, counted)
  const read = tables.find(({ result }) => isHeight(result, number))
  if (read) return spanOf(written, { kind: 'block_height', table: read })
  const [cell] = cells.toSorted((a, b) => b.score - a.score)
  if (cell) {
    noteExtreme(cell, around, search)
    return spanOf(written, { kind: 'cell', match: cell })
  }
  if (isCondition(written, search)) return spanOf(written, { kind: 'condition' })
  const { sentence } = scopes
  const derived =
    matchPeriod(number, around, text) ??
    matchDerived(number, around) ??
    matchPoints(number, { ...search, sentence })
  return spanOf(written, derived && { kind: 'derived', ...derived })
}

/** Keeps the rows of the highest or lowest value of a column, which a sentence may say more about. */
function noteExtreme(
  { table, cell }: MatchedCell,
  around: readonly (Surroundings & { readonly table: ResultTable })[],
  search: Search,
): void {
  const one = around.find((given) => given.table === table)
  const column = table.columns[cell.column]
  const figures = column?.profile()
  if (!one || !column || !figures || one.scopes.header !== null) return
  const isSaid = (['max', 'min'] as const).some((end) => one.clauseCues(end) && figures[end] === cell.value)
  if (!isSaid) return
  const rows = column.cells.flatMap(({ row, value }) => (value === cell.value ? [row] : []))
  const { sentence, clause } = one.scopes
  search.extremes.set(sentence, { table, clause, column: cell.column, rows: new Set(rows) })
}

/** Whether a number is a condition of a statement, or of a count of the answer. */
function isCondition(number: WrittenNumber, search: Search): boolean {
  const { conditions, bounds } = search
  const isOfStatement = conditions().some((value) => number.readings.some((one) => one.value === value))
  if (isOfStatement || bounds.has(number)) return true
  const count = countBehind(number, search)
  const described = count && countUnder(count, allAround(count, search), search)
  return described !== null && described !== 'wrong' && described.bounds.includes(number)
}

/** Whether the words around a number, or a key, name rows, or it stands in a table. */
function namesRow({ clause, sentence, lead, keyed, scopes }: Surroundings): boolean {
  return (
    [clause, sentence, lead].some((pointed) => pointed !== null && pointed.rows.size > 0) ||
    scopes.header !== null ||
    keyed() !== null
  )
}

/** The number, read as precisely as the column of its Markdown table is written. */
function narrowed(written: WrittenNumber, { scopes, search }: { scopes: Scopes; search: Search }) {
  const { header } = scopes
  const { text, numbers, scopesOf, neighbours } = search
  if (!header) return written
  const inColumn = () => numbers.filter(({ offset }) => scopesOf(offset).header?.start === header.start)
  return narrowRounding(
    written,
    kept(neighbours, header.start, () => readNeighbours(inColumn(), text)),
    text,
  )
}

/** A number that is a part of a row's name, such as a date or "Station 12". */
function findLabel(number: WrittenNumber, { table, sentence }: Surroundings & { table: ResultTable }) {
  const { offset } = number
  const mention = sentence.mentions.find(({ at, end }) => offset >= at && offset < end)
  const [row] = mention?.rows ?? []
  if (!mention || row === undefined) return null
  const { column } = mention
  const cell = { row, column, value: number.readings[0]?.value ?? 0 }
  return spanOf(number, { kind: 'cell', match: { table, cell, isPointed: true, chance: 0, score: 0 } })
}

/** Whether a number is the block after which a result was read: "as of block 4,123". */
function isHeight({ blockHeight }: StepResult, { readings }: WrittenNumber): boolean {
  return blockHeight != null && readings.some(({ value }) => value === blockHeight)
}

function isAsked({ readings }: WrittenNumber, { asked }: Search): boolean {
  return asked().some(({ readings: [first] }) => first && readings.some(({ value }) => value === first.value))
}

/** Returns a fast function that says whether the question contains a year: every year is written with its digits. */
function yearSearch(question: string): Search['asksYear'] {
  const text = once(() => toLatinDigits(question.slice(0, MOST_CHARACTERS)))
  return (year) => text().includes(String(year))
}

function isAskedDate({ form, date }: WrittenNumber, { asked, asksYear }: Search): boolean {
  // Many values look like years. The user's messages are read only when they contain the year.
  if (form === 'year' && !asksYear(date?.year ?? 0)) return false
  return asked().some((other) => date && other.date && isSameDate(other.date, date))
}
