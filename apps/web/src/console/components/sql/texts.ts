import { LIMITS } from '@parley/contract/limits'

/** Words of the SQL editor and of results. */
export const SQL_TEXTS = {
  editor: 'SQL statement',
  placeholder: 'SELECT …',
  run: 'Run',
  hint: 'Ctrl or ⌘ + Enter to run.',
  begin: 'Start with a table:',
  failed: 'The statement did not run',
  result: 'Result',
  chart: 'Draw a chart',
  hideChart: 'Hide the chart',
  noChart: 'A chart needs a column of numbers and a second column.',
  export: 'Save as CSV',
  notSaved: 'The result was not saved',
  brokenOff: `The download is incomplete: the statement failed, the connection was lost, or the result has more than ${LIMITS.exportRows.toLocaleString()} rows or takes longer than ${LIMITS.exportSeconds / 60} minutes. Filter or aggregate it and save again.`,
  truncated: 'Only the first rows are shown. Save as CSV saves all of them.',
  firstRows: (shown: number, total: number | null) =>
    total === null || total <= shown
      ? `First ${shown.toLocaleString()} rows of a larger result`
      : `First ${shown.toLocaleString()} of ${total.toLocaleString()} rows`,
  columns: (columns: string) => `Columns: ${columns}`,
} as const
