import { translatable } from '#web/language/translatable.ts'

/** Words of the SQL editor and of results. */
export const SQL_TEXTS = translatable('sql', {
  changes: 'Changes of the statement',
  editor: 'SQL statement',
  placeholder: 'SELECT …',
  run: 'Run',
  hint: 'Ctrl or ⌘ + Enter to run.',
  failed: 'The statement did not run',
  result: 'Result',
})
