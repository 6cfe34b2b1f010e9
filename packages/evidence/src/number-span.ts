import type { JsonObject, JsonValue } from '@parley/domain'
import type { MatchedCell } from './match-cells.ts'
import type { MatchedDerived } from './match-derived.ts'
import type { WrittenNumber } from './read-numbers.ts'
import { type ResultTable, rowNumberOf } from './result-table.ts'

/**
 * A number of an answer and its proof. `question` is a number that the user gave, `none` one that was found nowhere.
 */
export type ProvenNumber = {
  /** In UTF-16 code units of the answer's text. */
  readonly offset: number
  readonly length: number
  readonly kind: 'cell' | 'derived' | 'row_count' | 'question' | 'none'
  /** The step whose result proves it. */
  readonly step: number | null
  /** From 1. */
  readonly row: number | null
  readonly column: string | null
  /** How it follows, in one word, such as `sum`. */
  readonly rule: string | null
  /** The exact value, where the number is rounded. */
  readonly value: JsonValue
  /** How likely a number of as many digits fits by chance, from 0 to 1. */
  readonly chance: number
  /** The block of the ledger after which its result was read; null where no ledger was. */
  readonly blockHeight: number | null
  /** The first columns of the row, with long texts cut. */
  readonly cells: JsonObject | null
}

type Proof =
  | { readonly kind: 'cell'; readonly match: MatchedCell }
  | ({ readonly kind: 'derived' } & MatchedDerived)
  | {
      readonly kind: 'row_count' | 'named' | 'left_out' | 'shown' | 'block_height'
      readonly table: ResultTable
    }
  | { readonly kind: 'question' | 'condition' }

const NOTHING = {
  step: null,
  row: null,
  column: null,
  rule: null,
  value: null,
  chance: 0,
  blockHeight: null,
  cells: null,
}

/** Makes the span of a number from its proof. Null makes the span of a number without one. */
export function spanOf({ offset, length }: WrittenNumber, proof: Proof | null): ProvenNumber {
  const table = tableOf(proof)
  const inResult = table && { step: table.result.step, blockHeight: table.result.blockHeight ?? null }
  return { offset, length, ...NOTHING, ...inResult, ...describe(proof) }
}

type Described = Pick<ProvenNumber, 'kind'> & Partial<ProvenNumber>

function describe(proof: Proof | null): Described {
  switch (proof?.kind) {
    case 'cell':
      return describeCell(proof.match)
    case 'derived':
      return describeDerived(proof)
    case 'row_count':
      return { kind: 'row_count', rule: 'row_count', value: proof.table.result.rowCount }
    case 'named':
      return { kind: 'derived', rule: 'count_of_named' }
    case 'left_out':
      return { kind: 'derived', rule: 'rows_left_out' }
    case 'shown':
      return { kind: 'row_count', rule: 'rows_shown', value: proof.table.result.rows.length }
    case 'block_height':
      return { kind: 'derived', rule: 'block_height', value: proof.table.result.blockHeight ?? null }
    case 'condition':
      return { kind: 'derived', rule: 'condition' }
    case 'question':
      return { kind: 'question', rule: 'question' }
    default:
      return { kind: 'none' }
  }
}

function describeCell({ table, cell, chance }: MatchedCell): Described {
  const column = table.result.columns[cell.column] ?? ''
  const value = table.rows[cell.row]?.[column] ?? null
  return {
    kind: 'cell',
    row: rowNumberOf(table, cell.row),
    column,
    rule: 'cell',
    value: typeof value === 'object' ? cell.value : value,
    chance,
    cells: shorten(table, cell.row),
  }
}

function describeDerived({ table, candidate, chance }: MatchedDerived): Described {
  const { column, rule, value, row } = candidate
  return {
    kind: 'derived',
    row: row === null ? null : rowNumberOf(table, row),
    column,
    rule,
    value,
    chance,
    cells: row === null ? null : shorten(table, row),
  }
}

/** The result that a proof is in. */
function tableOf(proof: Proof | null): ResultTable | null {
  if (proof?.kind === 'cell') return proof.match.table
  return proof && 'table' in proof ? proof.table : null
}

const MOST_COLUMNS = 12
const MOST_CHARACTERS = 120

/** The first columns of a row, with long texts cut. */
function shorten({ result, rows, shown }: ResultTable, row: number): JsonObject | null {
  const known = shown.get(row)
  const values = rows[row]
  if (known || !values) return known ?? null
  const short = shortened(values, result.columns)
  shown.set(row, short)
  return short
}

function shortened(values: JsonObject, columns: readonly string[]): JsonObject {
  return Object.fromEntries(
    columns.slice(0, MOST_COLUMNS).map((name) => {
      const value = values[name] ?? null
      const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value
      const isLong = typeof text === 'string' && text.length > MOST_CHARACTERS
      return [name, isLong ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…` : text]
    }),
  )
}
