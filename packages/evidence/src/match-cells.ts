import { cellsShown } from './cells-shown.ts'
import type { EarlierRows } from './earlier-rows.ts'
import type { Scopes, TextScope } from './find-scopes.ts'
import { chanceOf } from './match-number.ts'
import { isNoPercentage } from './no-percentage.ts'
import type { Pointed } from './pointed-rows.ts'
import type { Cues } from './read-cues.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { NumberCell, ResultTable, TableColumn } from './result-table.ts'
import { isSameWord } from './words-of.ts'

/** A cell that equals a number as it is shown. */
export type MatchedCell = {
  readonly table: ResultTable
  readonly cell: NumberCell
  /** Whether the sentence names the row. */
  readonly isPointed: boolean
  readonly chance: number
  /** How well the words around the number name the column. */
  readonly score: number
}

/** What the words around a number say. */
export type Surroundings = {
  readonly scopes: Scopes
  readonly cues: Cues
  readonly clauseCues: Cues
  /** How well the words name each column of the result. */
  readonly scores: readonly number[]
  readonly clause: Pointed
  readonly sentence: Pointed
  readonly lead: Pointed | null
  /** The place of the number among those of its sentence, and how many they are. */
  readonly position: { readonly index: number; readonly count: number }
  /** Whether the number is the whole of a share: the 113 of "42 % of the 113". */
  readonly isWhole: () => boolean
  /** The word of what the number is a part of, "houses" in "24 % of all houses"; null without one. */
  readonly whole: () => string | null
  /** Rows of an earlier time that the words at the number mean; null where they mean none. */
  readonly earlier: EarlierRows | null
  /** The columns of the cells that the sentence has stated. */
  readonly stated: () => ReadonlySet<string>
  /** The first and the last cell of a move that the sentence states: "from 310 to 402". Null without them. */
  readonly ends: () => MovedBetween | null
  /** The highest or lowest value that the sentence has stated; null without one. */
  readonly extreme: Extreme | null
  /** The rows that another number names for this one; null where none does. */
  readonly keyed: () => ReadonlySet<number> | null
}

/** Two cells of a column, the earlier one first. Rows from 0. */
export type MovedBetween = { readonly column: string; readonly rows: readonly [number, number] }

/** A highest or lowest value of a column that a clause states, and the rows that hold it. */
export type Extreme = {
  readonly clause: TextScope
  readonly column: number
  readonly rows: ReadonlySet<number>
}

/** A match with a higher probability of chance is no proof where the words name no column, another one, or a rule. */
const LIKELY = 0.05
const LIKELY_OF_OTHER = 0.01

/**
 * Finds the cell of a result that a number states. Where the sentence names rows, only their cells prove the number:
 * the value of another row is wrong.
 */
export function matchCell(
  number: WrittenNumber,
  table: ResultTable,
  around: Surroundings,
): MatchedCell | null {
  const rows = [around.clause, around.sentence, around.lead].find(
    (pointed) => pointed && pointed.rows.size > 0,
  )
  const wanted = rows ? rowsMeant(rows.rows, around) : around.keyed()
  const cells = cellsShown(number, table, wanted).filter(
    ({ column }) => !isNoPercentage(number, table.columns[column], around),
  )
  if (cells.length === 0) return null
  if (!rows && wanted) return matchKeyed(cells, { number, table, around, rows: wanted })
  if (!rows)
    return chooseCell(number, {
      table,
      cells: withoutContradiction(number, {
        table,
        cells: withoutOtherFigures(cells, table, around),
        around,
      }),
      around,
    })
  const own = withoutOtherFigures(cells, table, around)
  const [best] = rank(own, around)
  if (!best) return null
  const chance = chanceOf(table.columns.length * rows.rows.size, number.digits)
  return isOfOtherColumn(best.score, { table, around, chance })
    ? null
    : { table, ...best, isPointed: true, chance }
}

/** The rows whose cells may prove a number, where its words name rows. */
function rowsMeant(named: ReadonlySet<number>, around: Surroundings): ReadonlySet<number> {
  const { earlier } = around
  if (earlier?.isOnly) return earlier.rows
  const inOrder = rowsInOrder(around)
  return inOrder.size === 0 && earlier === null
    ? named
    : new Set([...named, ...inOrder, ...(earlier?.rows ?? [])])
}

type Keyed = {
  readonly number: WrittenNumber
  readonly table: ResultTable
  readonly around: Surroundings
  readonly rows: ReadonlySet<number>
}

function matchKeyed(
  cells: readonly NumberCell[],
  { number, table, around, rows }: Keyed,
): MatchedCell | null {
  // The key in brackets behind the lowest value need not be the lowest key.
  const own = withoutOtherFigures(
    number.isBracketed ? cells : withoutContradiction(number, { table, cells, around }),
    table,
    around,
  )
  const [best] = rank(own, around)
  const chance = chanceOf(table.columns.length * rows.size, number.digits)
  return best ? { table, ...best, isPointed: true, chance } : null
}

/** The rows of the first label for the first number, and so on: "Adelie and Gentoo weigh 3,700 and 5,076 g". */
function rowsInOrder({ sentence, position }: Surroundings): ReadonlySet<number> {
  const { index, count } = position
  if (sentence.mentions.length !== count) return new Set()
  return sentence.mentions[index]?.rows ?? new Set()
}

function chooseCell(
  number: WrittenNumber,
  { table, cells, around }: { table: ResultTable; cells: readonly NumberCell[]; around: Surroundings },
): MatchedCell | null {
  const [best] = rank(cells, around)
  if (!best) return null
  const isSeen = best.cell.row < table.result.rows.length
  const chance = chanceOf(isSeen ? table.distinct() : table.distinctOfAll(), number.digits)
  // Some sample of a catalog equals nearly every short number.
  if (table.result.isLoose && chance > LIKELY && best.score === 0) return null
  // The model has not read this row, and nothing names it.
  if (!isSeen && chance > LIKELY) return null
  // A word such as "four" equals some cell of nearly every table.
  if (number.form === 'word' && best.score === 0 && table.distinct() > 5) return null
  return { table, ...best, isPointed: false, chance }
}

/** Whether a match may be a chance, and the words name another column with numbers. */
function isOfOtherColumn(
  score: number,
  { table, around, chance }: { table: ResultTable; around: Surroundings; chance: number },
): boolean {
  if (score > 0 || chance <= LIKELY_OF_OTHER) return false
  const { header, clause, sentence } = around.scopes
  // A name in a later clause belongs to another number.
  const words = withoutBounds(sentence.words.filter(({ offset }) => offset < clause.end))
  const isNamed = (column: TableColumn) =>
    header !== null || column.words.some((one) => words.some(({ word }) => isSameWord(one, word)))
  return table.columns.some(
    (column, index) => column.cells.length > 0 && (around.scores[index] ?? 0) > 0 && isNamed(column),
  )
}

/** Leaves out the words of a bound: "below their reorder level" names a column that others are compared with. */
function withoutBounds(words: TextScope['words']): TextScope['words'] {
  return words.filter(
    (_, at) => !words.slice(Math.max(0, at - WORDS_OF_BOUND), at).some(({ word }) => BOUNDS.has(word)),
  )
}

const WORDS_OF_BOUND = 3
const BOUNDS: ReadonlySet<string> = new Set(['below', 'above', 'under', 'beneath', 'unter', 'sous', 'bajo'])

/**
 * Leaves out cells that the words around a number exclude. "The highest was 35.6" is not proven by a 35.6 that is not the
 * highest, and "in total 12" not by a row with 12.
 */
function withoutContradiction(
  number: WrittenNumber,
  { table, cells, around }: { table: ResultTable; cells: readonly NumberCell[]; around: Surroundings },
): readonly NumberCell[] {
  // The head of a column of a table names the column, and no figure of it.
  const cues = around.scopes.header ? around.clauseCues : around.cues
  if (cells.length === 0 || table.rows.length <= 1) return cells
  const isAggregate = cues('mean') || cues('sum') || cues('median')
  const isKnownWhole = table.isWhole || table.result.whole !== undefined
  if (!(cues('max') || cues('min') || isAggregate) || !isKnownWhole) return cells
  const last = table.rows.length - 1
  const { clauseCues } = around
  const isOne = clauseCues('max') !== clauseCues('min')
  const isUnlikely = !isAggregate && chanceOf(table.distinct(), number.digits) <= LIKELY
  return cells.filter(({ row, column, value }) => {
    if (isOfExtreme({ row, column }, around)) return true
    const profile = table.columns[column]?.profile()
    if (!isAnyBut(cues, table.columns[column]?.cues)) return true
    if (isUnlikely && (around.scores[column] ?? 0) === 0) return true
    if (isOne) return value === (clauseCues('max') ? profile?.max : profile?.min)
    return value === profile?.max || value === profile?.min || (cues('change') && (row === 0 || row === last))
  })
}

/** Whether a cell is another value in the row of a superlative: "the highest was 26.1 °C with 14.6 mm of rain". */
function isOfExtreme(
  { row, column }: Pick<NumberCell, 'row' | 'column'>,
  { extreme, scopes, clauseCues }: Surroundings,
): boolean {
  if (!extreme?.rows.has(row) || extreme.column === column) return false
  return extreme.clause === scopes.clause || !(clauseCues('max') || clauseCues('min'))
}

/**
 * Leaves out the cells of columns that are named for another figure than the words ask for, when a column is named for
 * that figure: the median salary is no average salary.
 */
function withoutOtherFigures(
  cells: readonly NumberCell[],
  { columns }: ResultTable,
  { cues: sentenceCues, clauseCues, scopes }: Surroundings,
): readonly NumberCell[] {
  const hasFigures = columns.some(
    ({ cells, cues }) => cells.length > 0 && FIGURES.some((figure) => cues(figure)),
  )
  if (!hasFigures) return cells
  const isInClause = scopes.header === null && FIGURES.some((figure) => clauseCues(figure))
  const said = isInClause ? clauseCues : sentenceCues
  const states = (column: TableColumn | undefined) =>
    FIGURES.some((figure) => said(figure) && column?.cues(figure))
  if (!columns.some((column) => column.cells.length > 0 && states(column))) return cells
  return cells.filter(({ column }) => {
    const named = columns[column]
    return states(named) || !FIGURES.some((figure) => named?.cues(figure))
  })
}

const FIGURES = ['max', 'min', 'mean', 'sum', 'median'] as const

/** Whether the words ask for a figure besides those that the name of the column states, such as `average_price`. */
function isAnyBut(cues: Cues, named: Cues | undefined): boolean {
  return FIGURES.some((figure) => cues(figure) && !named?.(figure))
}

function rank(
  cells: readonly NumberCell[],
  around: Surroundings,
): { readonly cell: NumberCell; readonly score: number }[] {
  return cells
    .map((cell) => ({ cell, score: around.scores[cell.column] ?? 0 }))
    .toSorted((a, b) => b.score - a.score)
}

/** How many words of a column's name stand near the number. */
export function scoreColumn(
  words: readonly string[],
  { clause, sentence, header }: Pick<Scopes, 'clause' | 'sentence' | 'header'>,
): number {
  const count = (near: readonly { readonly word: string }[]) =>
    words.filter((word) => near.some((one) => isSameWord(word, one.word))).length
  return (header ? 4 * count(header.words) : 0) + 2 * count(clause.words) + count(sentence.words)
}
