import {
  type ColumnFigures,
  type FoundRow,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@parley/domain'
import { subjectOf } from './is-key-column.ts'
import { once } from './once.ts'
import { peopleNamer } from './people-named.ts'
import { type Cues, readCues } from './read-cues.ts'
import { type CalendarDate, dateReader } from './read-dates.ts'
import { unitOfColumn } from './units.ts'
import { knownWordsOf, wordsOf } from './words-of.ts'

/** What a step gave. */
export type StepResult = {
  readonly step: number
  /** In order. */
  readonly columns: readonly string[]
  /** The rows, or the first of them. */
  readonly rows: readonly JsonObject[]
  /** Of the whole result. Null when it is unknown. */
  readonly rowCount: number | null
  /** Whether it is no table but the numbers of some other output. Nothing is calculated from them. */
  readonly isLoose?: boolean
  /** Of a ledger: the block after which it was read. Null or absent where it was not, or from several networks. */
  readonly blockHeight?: number | null
  /** What the whole result gave, where `rows` is a part of it. */
  readonly whole?: {
    readonly figures: () => readonly ColumnFigures[]
    /** Rows behind `rows` that hold numbers or texts of the answer. */
    readonly found: readonly FoundRow[]
    /** Where the part of the answer begins whose numbers were not sought in the whole result. Absent when all were. */
    readonly end?: number
  }
}

/** A number in a result. `row` counts from 0. */
export type NumberCell = { readonly row: number; readonly column: number; readonly value: number }

export type TableColumn = {
  readonly name: string
  /** Words of the name, in lower case. */
  readonly words: readonly string[]
  readonly unit: string | null
  /** The words of the name without its unit; null where it is a key, or has no name but a unit. */
  readonly subject: readonly string[] | null
  readonly cells: readonly NumberCell[]
  /** Whether all numbers lie between -1 and 1. */
  readonly isFraction: boolean
  readonly profile: () => ColumnFigures | null
  /** The figures that the name states. */
  readonly cues: Cues
}

/** A text in a result by which a sentence can name a row. */
export type Label = {
  readonly words: readonly string[]
  readonly text: string
  readonly column: number
  readonly rows: Set<number>
}

/** A result, indexed for the search. */
export type ResultTable = {
  readonly result: StepResult
  /** The rows of the trace, and those that were found in the whole result. */
  readonly rows: readonly JsonObject[]
  readonly columns: readonly TableColumn[]
  /** How many numbers the rows of the trace hold, each counted once. */
  readonly distinct: () => number
  /** The same of all rows. */
  readonly distinctOfAll: () => number
  /** By their first two words; labels of one word by that word. */
  readonly labels: ReadonlyMap<string, readonly Label[]>
  readonly dates: readonly { readonly row: number; readonly column: number; readonly date: CalendarDate }[]
  readonly isWhole: boolean
  /** The columns whose whole numbers are all different, such as ids. */
  readonly keys: () => readonly TableColumn[]
  /** The rows that prove a number, as spans hold them, each made once. */
  readonly shown: Map<number, JsonObject>
}

/** Cells of one result that are read. The rows of a trace have at most 64 KB. */
const MAX_CELLS = 20_000
const MAX_LABEL_CHARACTERS = 120
/** Different labels that begin with the same two words, and dates. */
const MAX_SAME_BEGINNING = 400
const MAX_DATES = 1000
const MAX_NESTED = 50

/**
 * Indexes a result for an answer with these words. The time grows with the number of its cells, which is bounded. Labels
 * with other words are left out.
 */
export function openTable(result: StepResult, answerWords: ReadonlySet<string>): ResultTable {
  const rows = [...result.rows, ...(result.whole?.found.map(({ values }) => values) ?? [])]
  const { cells, labels, dates, isCut } = readCells(rows, { columns: result.columns, answerWords })
  const columns = result.columns.map((name, index) => openColumn({ name, cells: cells[index] ?? [], result }))
  const isWhole = result.rowCount === result.rows.length && !isCut
  const distinct = once(() => {
    const seen = cells.flatMap((column) => column.filter(({ row }) => row < result.rows.length))
    return new Set(seen.map(({ value }) => value)).size
  })
  const distinctOfAll = once(() => {
    const ofAll = result.whole?.figures().reduce((total, figures) => total + figures.distinct, 0) ?? 0
    return Math.max(distinct(), ofAll)
  })
  const keys = once(() => columns.filter((column) => isKey(column, rows.length)))
  return {
    result,
    rows,
    columns,
    distinct,
    distinctOfAll,
    labels,
    dates,
    isWhole,
    keys,
    shown: new Map(),
  }
}

function isKey({ cells }: TableColumn, rowCount: number): boolean {
  if (cells.length < 2 || cells.length !== rowCount) return false
  const values = new Set<number>()
  for (const { value } of cells) {
    if (!Number.isInteger(value)) return false
    values.add(value)
  }
  return values.size === rowCount
}

type ReadCells = Pick<ResultTable, 'dates' | 'labels'> & {
  /** By column. */
  readonly cells: readonly NumberCell[][]
  /** Whether cells were left out, because there are too many. */
  readonly isCut: boolean
}

function readCells(
  rows: readonly JsonObject[],
  { columns, answerWords }: { columns: readonly string[]; answerWords: ReadonlySet<string> },
): ReadCells {
  const dates: ResultTable['dates'][number][] = []
  const cells: NumberCell[][] = columns.map(() => [])
  const dateReaders = columns.map(dateReader)
  const labels = createLabels(columns, answerWords)
  let left = MAX_CELLS
  for (const [row, values] of rows.entries())
    for (let column = 0; column < columns.length; column++) {
      if (left-- <= 0) break
      const value = values[columns[column] ?? '']
      if (value === undefined || value === null) continue
      const date = dateReaders[column]?.(value) ?? null
      if (date && dates.length < MAX_DATES) dates.push({ row, column, date })
      const number = typeof value === 'string' ? readNumeric(value) : value
      if (typeof number === 'number') cells[column]?.push({ row, column, value: number })
      else {
        // The name of a month is a label too.
        if (typeof value === 'string' && (!date || Number.isNaN(Number(value[0]))))
          labels.add(value, row, column)
        for (const inner of numbersIn(value)) cells[column]?.push({ row, column, value: inner })
      }
    }
  return { cells, dates, labels: labels.byBeginning, isCut: left < 0 }
}

/** The number of a row in its result, from 1. */
export function rowNumberOf({ result }: ResultTable, row: number): number {
  return result.whole?.found[row - result.rows.length]?.row ?? row + 1
}

type Opened = { readonly name: string; readonly cells: readonly NumberCell[]; readonly result: StepResult }

function openColumn({ name, cells, result }: Opened): TableColumn {
  const words = wordsOf(name.replace(/([a-z])([A-Z])/g, '$1 $2'))
  return {
    name,
    words,
    cues: readCues(words.join(' ')),
    unit: unitOfColumn(name),
    subject: subjectOf(words),
    cells,
    isFraction: cells.length > 0 && cells.every(({ value }) => Math.abs(value) <= 1),
    profile: once(
      () =>
        result.whole?.figures().find(({ column }) => column === name) ?? profileOf(name, { cells, result }),
    ),
  }
}

/** Null when the column has no numbers, or `rows` is a part of the result. */
function profileOf(
  column: string,
  { cells, result }: Pick<Opened, 'cells' | 'result'>,
): ColumnFigures | null {
  if (cells.length === 0 || result.whole || result.rowCount !== result.rows.length) return null
  const values = cells.map(({ value }) => value).toSorted((a, b) => a - b)
  const sum = values.reduce((total, value) => total + value, 0)
  const middle = values.length >> 1
  const upper = values[middle] ?? 0
  return {
    column,
    count: values.length,
    distinct: new Set(values).size,
    sum,
    mean: sum / values.length,
    min: values[0] ?? 0,
    max: values.at(-1) ?? 0,
    median: values.length % 2 === 1 ? upper : (upper + (values[middle - 1] ?? 0)) / 2,
  }
}

/** Collects the labels of rows that an answer with these words can name. */
function createLabels(columns: readonly string[], answerWords: ReadonlySet<string>) {
  const peopleOf = peopleNamer(columns, answerWords)
  const byBeginning = new Map<string, Label[]>()
  /** By text; null for a text that is no label. */
  const known = columns.map(() => new Map<string, Label | null>())

  function create(text: string, column: number): Label | null {
    const words = knownWordsOf(text, answerWords) ?? peopleOf(text, column)
    const [first, second] = words ?? []
    if (!words || first === undefined || (words.length === 1 && first.length === 1)) return null
    const label = { words, text, column, rows: new Set<number>() }
    const key = labelKey(first, second)
    const others = byBeginning.get(key) ?? []
    if (others.length >= MAX_SAME_BEGINNING) return null
    byBeginning.set(key, others)
    others.push(label)
    return label
  }

  function add(text: string, row: number, column: number): void {
    if (text.length > MAX_LABEL_CHARACTERS) return
    const labels = known[column]
    let label = labels?.get(text)
    if (label === undefined) {
      label = create(text, column)
      labels?.set(text, label)
    }
    label?.rows.add(row)
  }
  return { byBeginning, add }
}

/** The labels that may begin with a word that another word follows. */
export function labelsAt(
  { labels }: Pick<ResultTable, 'labels'>,
  [word, next]: readonly [word: string, next: string | undefined],
): readonly Label[] {
  const ofOne = labels.get(word) ?? []
  const longer = next === undefined ? undefined : labels.get(labelKey(word, next))
  return longer ? [...ofOne, ...longer] : ofOne
}

function labelKey(first: string, second: string | undefined): string {
  return second === undefined ? first : `${first} ${second}`
}

/** The numbers of a cell: itself, decimals that stand as text, and those in lists and objects. */
function numbersIn(value: JsonValue | undefined, budget = { left: MAX_NESTED }, depth = 0): number[] {
  if (typeof value === 'number') return [value]
  if (typeof value === 'string') {
    const number = readNumeric(value)
    if (number !== null) return [number]
    return value.startsWith('{') || value.startsWith('[') ? numbersInText(value) : []
  }
  if (typeof value !== 'object' || value === null || depth > 8) return []
  const inner = isJsonObject(value) ? Object.values(value) : value
  return inner.slice(0, MAX_NESTED).flatMap((one) => {
    if (budget.left-- <= 0) return []
    return numbersIn(one, budget, depth + 1)
  })
}

const LAST_DIGIT = 0x39

/** Numbers of a nested value that the engine wrote as text. */
function numbersInText(text: string): number[] {
  const found = text.slice(0, 2000).match(/(?<![\p{L}\d_.])-?\d{1,15}(?:\.\d{1,15})?(?![\d\p{L}_])/gu) ?? []
  return found.slice(0, MAX_NESTED).map(Number)
}

function readNumeric(text: string): number | null {
  // Most texts begin with a letter.
  if (text.charCodeAt(0) > LAST_DIGIT) return null
  return text.length <= 50 && /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?$/.test(text) ? Number(text) : null
}
