/** Words of the SQL editor and of results. */
export const SQL_TEXTS = {
  editor: 'SQL statement',
  placeholder: 'SELECT …',
  run: 'Run',
  hint: 'Ctrl or ⌘ + Enter to run.',
  failed: 'The statement did not run',
  result: 'Result',
} as const
