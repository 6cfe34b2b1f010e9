import type { JsonObject, JsonValue } from '@parley/domain'
import { formatLabel, formatNumber, toNumber } from './format-value.ts'
import { toLabel } from './words.ts'

const MOST_ROWS = 15
const MOST_COLUMNS = 8

/** Returns the first 15 rows as a Markdown table. `labels` are the names of the columns in words. */
export function writeTable(
  rows: readonly JsonObject[],
  labels: Readonly<Record<string, string>> = {},
): string {
  const columns = Object.keys(rows[0] ?? {}).slice(0, MOST_COLUMNS)
  const isNumeric = (column: string) =>
    rows.every((row) => row[column] === null || toNumber(row[column]) !== null)
  const isFigure = (column: string) => isNumeric(column) && !/year|hour|code|_?id$/i.test(column)
  const cell = (column: string, value: JsonValue | undefined) =>
    isFigure(column) ? formatNumber(value) : formatLabel(value)
  const head = `| ${columns.map((column) => labels[column] ?? toLabel(column)).join(' | ')} |`
  const rule = `|${columns.map((column) => (isNumeric(column) ? ' ---: |' : ' --- |')).join('')}`
  const lines = rows
    .slice(0, MOST_ROWS)
    .map((row) => `| ${columns.map((column) => cell(column, row[column])).join(' | ')} |`)
  const hidden = rows.length - MOST_ROWS
  const more =
    hidden > 0 ? `\n\n${hidden === 1 ? '1 more row is' : `${hidden} more rows are`} not shown here.` : ''
  return [head, rule, ...lines].join('\n') + more
}
