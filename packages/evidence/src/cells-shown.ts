import { isInOne, rangeOf } from './match-number.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { NumberCell, ResultTable, TableColumn } from './result-table.ts'

/** The cells of some rows, or of all, that equal the number at its precision and in its unit. */
export function cellsShown(
  number: WrittenNumber,
  table: ResultTable,
  rows: ReadonlySet<number> | null,
): NumberCell[] {
  const found: NumberCell[] = []
  for (const column of table.columns) {
    const ranges = number.readings.flatMap((reading) => {
      const range = rangeOf(reading, { unit: column.unit, shownUnit: number.unit })
      const share =
        column.isFraction && number.unit === '%' && (column.unit === null || range)
          ? rangeOf({ value: reading.value / 100, tolerance: reading.tolerance / 100 }, NO_UNITS)
          : null
      return [range, share].filter((one) => one !== null)
    })
    for (const cell of rows ? cellsOf(column, rows) : column.cells)
      if (isInOne(ranges, cell.value)) found.push(cell)
  }
  return found
}

/** Up to this many rows are each looked up in the cells. For more rows, one pass over all cells is faster. */
const FEW_ROWS = 20

/** The cells of some rows. The cells of a column stand in the order of their rows. */
function cellsOf({ cells }: TableColumn, rows: ReadonlySet<number>): readonly NumberCell[] {
  if (rows.size > FEW_ROWS) return cells.filter(({ row }) => rows.has(row))
  return [...rows].flatMap((row) => {
    const from = firstOfRow(cells, row)
    let end = from
    while (cells[end]?.row === row) end++
    return cells.slice(from, end)
  })
}

function firstOfRow(cells: readonly NumberCell[], row: number): number {
  let [low, high] = [0, cells.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cells[middle]?.row ?? 0) < row) low = middle + 1
    else high = middle
  }
  return low
}

const NO_UNITS = { unit: null, shownUnit: null }
