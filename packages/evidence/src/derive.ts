import { pairsOfColumns } from './column-ratios.ts'
import { compare, type Derived, type DeriveInput } from './compare-values.ts'
import type { NumberCell, TableColumn } from './result-table.ts'

/** Maximum columns and rows that are compared with one another. More would match any number by chance. */
const MAX_COLUMNS = 12
const MAX_ROWS = 12

/** Yields what can be calculated from a result: aggregates, shares, and what two cells of a column or of a row give. */
export function* derive(wanted: DeriveInput): Generator<Derived, void, void> {
  yield* aggregates(wanted)
  const columns = wanted.columns.filter(({ cells }) => cells.length > 0).slice(0, MAX_COLUMNS)
  for (const column of columns) {
    yield* shares(column, wanted)
    yield* pairsOfRows(column, wanted)
  }
  yield* pairsOfColumns({ ...wanted, columns })
}

function* aggregates({ columns, rows, isTotal }: DeriveInput): Generator<Derived, void, void> {
  for (const { name, unit, cells, profile } of columns) {
    const base = { column: name, row: null, unit, isPointed: false }
    const figures = profile()
    if (figures) {
      const { sum, mean, min, max, median, count, distinct } = figures
      yield { ...base, rule: 'sum', cue: 'sum', value: sum }
      yield { ...base, rule: 'mean', cue: 'mean', value: mean }
      yield { ...base, rule: 'min', cue: 'min', value: min }
      yield { ...base, rule: 'max', cue: 'max', value: max }
      yield { ...base, rule: 'median', cue: 'median', value: median }
      yield { ...base, unit: null, rule: 'count', cue: 'count', value: count }
      yield { ...base, unit: null, rule: 'distinct', cue: 'count', value: distinct }
      if (isTotal && sum > 0) yield { ...base, rule: 'share', cue: 'share', unit: '%', value: 100 }
    }
    const named = cells.filter(({ row }) => rows.has(row))
    if (named.length < 2) continue
    const sum = named.reduce((total, { value }) => total + value, 0)
    const part = { ...base, isPointed: true }
    yield { ...part, rule: 'sum_of_rows', cue: 'sum', value: sum }
    yield { ...part, rule: 'mean_of_rows', cue: 'mean', value: sum / named.length }
    if (figures?.sum)
      yield { ...part, rule: 'share', cue: 'share', unit: '%', value: (100 * sum) / figures.sum }
  }
}

function* shares(column: TableColumn, { rows }: DeriveInput): Generator<Derived, void, void> {
  const sum = column.profile()?.sum
  if (!sum) return
  const isNamed = rows.size > 0
  for (const { row, value } of column.cells) {
    if (isNamed && !rows.has(row)) continue
    const base = { column: column.name, row, cue: 'share' as const, isPointed: isNamed }
    yield { ...base, rule: 'share', unit: '%', value: (100 * value) / sum }
    yield { ...base, rule: 'share', unit: null, value: value / sum }
  }
}

function* pairsOfRows(column: TableColumn, wanted: DeriveInput): Generator<Derived, void, void> {
  const { cells, name, unit } = column
  const pairs = choosePairs(cells, wanted)
  for (const [first, second] of pairs.cells) {
    const rows = [first.row, second.row]
    const base = { column: name, row: second.row, rows, isPointed: pairs.isPointed }
    yield* compare({ ...base, unit, first: first.value, second: second.value })
  }
}

function choosePairs(
  cells: readonly NumberCell[],
  { rows, moved }: Pick<DeriveInput, 'rows' | 'moved'>,
): { readonly cells: readonly (readonly [NumberCell, NumberCell])[]; readonly isPointed: boolean } {
  const named = cells.filter(({ row }) => rows.has(row)).slice(0, MAX_ROWS)
  if (named.length >= 2) return { cells: [...allPairs(named), ...sinceBefore(cells, moved)], isPointed: true }
  const [only] = named
  if (only) {
    const others = cells.filter((cell) => cell !== only)
    return { cells: others.map((other) => [other, only] as const), isPointed: others.length <= 3 }
  }
  if (cells.length <= 4) return { cells: allPairs(cells), isPointed: false }
  const sorted = cells.toSorted((a, b) => a.value - b.value)
  const ends = [
    [cells[0], cells.at(-1)],
    [sorted[0], sorted.at(-1)],
    [sorted.at(-2), sorted.at(-1)],
  ]
  const pairs = ends.flatMap(([a, b]) => (a && b && a !== b ? [[a, b] as const] : []))
  return { cells: pairs, isPointed: false }
}

/** The cell of a row with the one of the row before it. */
function sinceBefore(
  cells: readonly NumberCell[],
  row: number | null,
): (readonly [NumberCell, NumberCell])[] {
  const second = cells.find((cell) => cell.row === row)
  const first = row === null ? undefined : cells.find((cell) => cell.row === row - 1)
  return first && second ? [[first, second]] : []
}

function allPairs(cells: readonly NumberCell[]): (readonly [NumberCell, NumberCell])[] {
  return cells.flatMap((first, index) => cells.slice(index + 1).map((second) => [first, second] as const))
}
