import type { Chart } from '#web/components/chart/read-chart.ts'
import { columnsOf, type Row } from '#web/components/data-table.tsx'

type Kind = 'number' | 'time' | 'text'

/**
 * A chart that fits rows without asking: numbers over time as a line, numbers by name as bars, numbers against
 * numbers as points. Null where there is no column of numbers or no other one.
 */
export function guessChart(rows: readonly Row[]): Chart | null {
  const columns = columnsOf(rows).map((name) => ({ name, kind: kindOf(rows, name) }))
  const across = columns.find(({ kind }) => kind === 'time') ?? columns.find(({ kind }) => kind === 'text')
  const numbers = columns.filter(({ kind }) => kind === 'number')
  const x = across ?? numbers[0]
  const y = across ? numbers[0] : numbers[1]
  if (!x || !y) return null
  return {
    spec: {
      mark: markFor(x.kind),
      encoding: {
        x: {
          field: escapeField(x.name),
          type: TYPES[x.kind],
          title: x.name,
          ...(x.kind === 'text' && { sort: null }),
        },
        y: { field: escapeField(y.name), type: 'quantitative', title: y.name },
      },
    },
    rows: rows.map((row) => ({ ...row, [y.name]: Number(row[y.name]) })),
  }
}

const TYPES = { number: 'quantitative', time: 'temporal', text: 'nominal' } as const

function markFor(kind: Kind) {
  if (kind === 'time') return { type: 'line', point: true }
  return kind === 'text' ? 'bar' : 'point'
}

/** What all values of a column that are there have in common. */
function kindOf(rows: readonly Row[], column: string): Kind {
  const values = rows.map((row) => row[column]).filter((value) => value !== null && value !== undefined)
  if (values.length === 0) return 'text'
  if (values.every((value) => value !== '' && typeof value !== 'boolean' && Number.isFinite(Number(value)))) {
    return 'number'
  }
  return values.every((value) => /^\d{4}-\d{2}-\d{2}([T ].*)?$/.test(String(value))) ? 'time' : 'text'
}

/** Dots and brackets in a name would be read as a path. */
function escapeField(field: string): string {
  return field.replace(/[.[\]]/g, '\\$&')
}
