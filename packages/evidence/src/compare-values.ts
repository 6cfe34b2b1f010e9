import type { Candidate } from './match-number.ts'
import type { Cue } from './read-cues.ts'
import type { ResultTable, TableColumn } from './result-table.ts'

/** A derived value with the cue that its rule needs. */
export type Derived = Candidate & {
  readonly cue: Cue
  readonly isPointed: boolean
  /** The rows of the cells that are compared; absent for all other values. */
  readonly rows?: readonly number[]
}

export type DeriveInput = {
  readonly table: ResultTable
  readonly columns: readonly TableColumn[]
  /** Rows that the sentence names; empty where it names none. */
  readonly rows: ReadonlySet<number>
  /** The row that the clause compares with the row before it: "grew 12 % in 2021". Null without one. */
  readonly moved: number | null
  /** Whether the words speak of a rate, such as a margin. */
  readonly isRate: boolean
  /** Whether the clause speaks of a total, which it may call 100 %. */
  readonly isTotal: boolean
}

/** Two values that are set against each other. */
export type Pair = Pick<Derived, 'column' | 'row' | 'rows' | 'unit' | 'isPointed'> & {
  readonly first: number
  readonly second: number
}

/** Yields the difference, the ratios and the changes of two values. */
export function* compare({ first, second, ...base }: Pair): Generator<Derived, void, void> {
  const isToZero = first === 0 || second === 0
  yield { ...base, rule: 'difference', cue: 'difference', value: Math.abs(second - first), isToZero }
  for (const [from, to] of [
    [first, second],
    [second, first],
  ] as const) {
    if (from === 0) continue
    yield { ...base, unit: null, rule: 'ratio', cue: 'ratio', value: to / from }
    // "Hamburg has 63 % of the orders of Munich."
    if (base.isPointed && base.row !== null && from > to && to > 0) {
      yield { ...base, unit: '%', rule: 'share', cue: 'share', value: (100 * to) / from }
      yield { ...base, unit: null, rule: 'share', cue: 'share', value: to / from }
    }
    const change = (100 * (to - from)) / Math.abs(from)
    yield { ...base, unit: '%', rule: 'change', cue: 'change', value: Math.abs(change), isFall: change < 0 }
  }
}

/** Yields the share that one of two values is of the other. */
export function* partOf({ first, second, ...base }: Pair): Generator<Derived, void, void> {
  for (const [part, whole] of [
    [first, second],
    [second, first],
  ] as const) {
    if (whole === 0 || Math.abs(part) > Math.abs(whole)) continue
    yield { ...base, unit: '%', rule: 'share', cue: 'share', value: (100 * part) / whole }
    yield { ...base, unit: null, rule: 'share', cue: 'share', value: part / whole }
  }
}
