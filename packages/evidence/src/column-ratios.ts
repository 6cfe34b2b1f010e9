import { compare, type Derived, type DeriveInput, type Pair, partOf } from './compare-values.ts'
import { isKeyColumn } from './is-key-column.ts'
import type { TableColumn } from './result-table.ts'

/** Maximum rows whose columns are compared. More would match any number by chance. */
const MAX_ROWS = 12
const MAX_COLUMNS = 12

type Operands = Pick<DeriveInput, 'table' | 'rows' | 'isRate'> & {
  /** With numbers. */
  readonly columns: readonly TableColumn[]
}

/**
 * Yields what can be calculated from two columns. Where the words speak of a rate and name only one column, the other
 * may be any column: "a profit margin of 31 %".
 */
export function* pairsOfColumns({ columns, rows, table, isRate }: Operands): Generator<Derived, void, void> {
  const named = columns.filter(isMeasure)
  const pairs = isRate && named.length === 1 ? withOthers(named, table.columns) : allPairs(named)
  const isFew = table.rows.length <= 3
  const chosen = rows.size > 0 ? [...rows].slice(0, MAX_ROWS) : table.rows.map((_, row) => row)
  if (isRate) yield* ratiosOfSums(pairs)
  if (rows.size === 0 && !isFew) return
  for (const row of chosen)
    for (const [one, other] of pairs) {
      const [first, second] = [valueAt(one, row), valueAt(other, row)]
      if (first === undefined || second === undefined) continue
      const pair = { ...baseOf(one, other), row, rows: [row], isPointed: true, first, second }
      if (named.length > 1) {
        yield* compare(pair)
        yield { ...pair, rule: 'sum_of_columns', cue: 'sum', value: first + second }
      } else yield* ratiosOf(pair)
      yield* partOf(pair)
    }
}

function* ratiosOfSums(
  pairs: readonly (readonly [TableColumn, TableColumn])[],
): Generator<Derived, void, void> {
  for (const [one, other] of pairs) {
    const [first, second] = [one.profile()?.sum, other.profile()?.sum]
    if (first === undefined || second === undefined) continue
    const pair = { ...baseOf(one, other), row: null, isPointed: false, first, second }
    yield* ratiosOf(pair)
    yield* partOf(pair)
  }
}

function* ratiosOf({ first, second, ...base }: Pair): Generator<Derived, void, void> {
  const ratio = { ...base, unit: null, rule: 'ratio', cue: 'ratio' as const }
  if (second !== 0) yield { ...ratio, value: first / second }
  if (first !== 0) yield { ...ratio, value: second / first }
}

function isMeasure(column: TableColumn): boolean {
  return column.cells.length > 0 && !isKeyColumn(column)
}

function baseOf(one: TableColumn, other: TableColumn) {
  return { column: `${one.name}, ${other.name}`, unit: one.unit === other.unit ? one.unit : null }
}

function valueAt({ cells }: TableColumn, row: number): number | undefined {
  return cells.find((cell) => cell.row === row)?.value
}

function allPairs(columns: readonly TableColumn[]): (readonly [TableColumn, TableColumn])[] {
  return columns.flatMap((first, index) => columns.slice(index + 1).map((second) => [first, second] as const))
}

function withOthers(
  named: readonly TableColumn[],
  columns: readonly TableColumn[],
): (readonly [TableColumn, TableColumn])[] {
  const others = columns.filter((column) => isMeasure(column) && !named.includes(column))
  return named.flatMap((one) => others.slice(0, MAX_COLUMNS).map((other) => [one, other] as const))
}
