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
  /** The row, as far as it is short. */
  readonly cells: JsonObject | null
}

type Proof =
  | { readonly kind: 'cell'; readonly match: MatchedCell }
  | ({ readonly kind: 'derived' } & MatchedDerived)
  | { readonly kind: 'row_count' | 'named'; readonly table: ResultTable }
  | { readonly kind: 'question' | 'condition' }

const NOTHING = { step: null, row: null, column: null, rule: null, value: null, chance: 0, cells: null }

/** Makes the span of a number from its proof. Null makes the span of a number without one. */
export function spanOf({ offset, length }: WrittenNumber, proof: Proof | null): ProvenNumber {
  const place = { offset, length, ...NOTHING }
  switch (proof?.kind) {
    case 'cell': {
      const { table, cell, chance } = proof.match
      const column = table.result.columns[cell.column] ?? ''
      const row = table.rows[cell.row]
      const value = row?.[column] ?? null
      const shown = typeof value === 'object' ? cell.value : value
      const cells = shorten(table, cell.row)
      const { step } = table.result
      return {
        ...place,
        kind: 'cell',
        step,
        row: rowNumberOf(table, cell.row),
        column,
        rule: 'cell',
        value: shown,
        chance,
        cells,
      }
    }
    case 'derived': {
      const { table, candidate, chance } = proof
      const { column, rule, value, row } = candidate
      const cells = row === null ? null : shorten(table, row)
      const { step } = table.result
      return {
        ...place,
        kind: 'derived',
        step,
        row: row === null ? null : rowNumberOf(table, row),
        column,
        rule,
        value,
        chance,
        cells,
      }
    }
    case 'row_count':
      return {
        ...place,
        kind: 'row_count',
        step: proof.table.result.step,
        rule: 'row_count',
        value: proof.table.result.rowCount,
      }
    case 'named':
      return { ...place, kind: 'derived', step: proof.table.result.step, rule: 'count_of_named' }
    case 'condition':
      return { ...place, kind: 'derived', rule: 'condition' }
    case 'question':
      return { ...place, kind: 'question', rule: 'question' }
    default:
      return { ...place, kind: 'none' }
  }
}

const MOST_COLUMNS = 12
const MOST_CHARACTERS = 120

/** The first columns of a row, with long texts cut. */
function shorten({ result, rows }: ResultTable, row: number): JsonObject | null {
  const values = rows[row]
  if (!values) return null
  return Object.fromEntries(
    result.columns.slice(0, MOST_COLUMNS).map((name) => {
      const value = values[name] ?? null
      const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value
      const isLong = typeof text === 'string' && text.length > MOST_CHARACTERS
      return [name, isLong ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…` : text]
    }),
  )
}
