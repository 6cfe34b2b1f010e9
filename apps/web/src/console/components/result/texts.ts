import { LIMITS } from '@parley/contract/limits'
import { showNumber } from '#web/language/show-number.ts'
import { translatable } from '#web/language/translatable.ts'

/** Words of a result. */
export const RESULT_TEXTS = translatable('result', {
  result: 'Result',
  chart: 'Chart',
  tabs: { chart: 'Chart', table: 'Table', sql: 'SQL' },
  views: 'Views of the result',
  noChart: 'A chart needs a column of numbers and a second column.',
  settings: {
    open: (type: string) => `${type}: change the chart`,
    type: 'Type',
    types: { bar: 'Bars', line: 'Lines', area: 'Areas', point: 'Points', pie: 'Pie' },
    asDrawn: 'As drawn',
    x: 'Across',
    y: 'Values',
    series: 'Series',
    noSeries: 'None',
    stacking: 'Bars and areas',
    stackings: { grouped: 'Grouped', stacked: 'Stacked', share: '100 %' },
    reset: 'Back to the chart of the answer',
  },
  sumOf: (column: string) => `sum of ${column}`,
  drawFailed: 'The chart could not be drawn. Its picture is among the files of the answer.',
  legend: 'Series of the chart',
  copyTable: 'Copy the table',
  copySql: 'Copy the SQL',
  enlarge: 'Enlarge',
  save: {
    open: 'Save',
    picture: 'Chart',
    png: 'PNG picture',
    svg: 'SVG picture',
    spec: 'Vega-Lite specification',
    rows: (count: string) => `Data, ${count}`,
    allRows: 'all rows',
    csv: 'CSV',
    parquet: 'Parquet',
    xlsx: 'Excel',
    files: 'Files of this run',
    failed: 'The result was not saved',
    busy: 'Saving all rows…',
  },
  brokenOff: () =>
    `The download is incomplete: the statement failed, the connection was lost, or the result has more than ${showNumber(LIMITS.exportRows)} rows or takes longer than ${LIMITS.exportSeconds / 60} minutes. Filter or aggregate it and save again.`,
  filter: 'Filter the rows',
  marked: (numbers: readonly number[], step: number | null) => {
    const [first = 0] = numbers
    const place = step === null ? '' : ` of step ${step}`
    return numbers.length === 1
      ? `The mark draws row ${showNumber(first)}${place}.`
      : `The mark draws ${showNumber(numbers.length)} rows${place}, from row ${showNumber(first)} on.`
  },
  showAllRows: 'Show all rows',
  noMatch: 'No row contains this text.',
  sort: (column: string) => `Sort by ${column}`,
  rows: (count: number) => (count === 1 ? '1 row' : `${showNumber(count)} rows`),
  firstRows: (shown: number, total: number | null) =>
    total === null || total <= shown
      ? `First ${showNumber(shown)} rows of a larger result`
      : `First ${showNumber(shown)} of ${showNumber(total)} rows`,
  columns: (columns: string) => `Columns: ${columns}`,
  estimate: (parts: readonly string[]) => `Estimate before the run: ${parts.join(', ')}.`,
  estimates: {
    rows_read: (count: number) => `about ${showNumber(count)} rows read`,
    result_rows: (count: number) => `about ${showNumber(count)} rows in the result`,
    cost: (cost: number) => `cost ${showNumber(cost)}`,
  },
})
