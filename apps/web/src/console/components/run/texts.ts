import { translatable } from '#web/language/translatable.ts'

/** Words of a step of a run. */
export const STEP_TEXTS = translatable('step', {
  tools: {
    find_metadata: { title: 'Find the data', running: 'Looking for the right tables and columns' },
    execute_sql: { title: 'Query the data', running: 'Running SQL' },
    create_graph: { title: 'Draw a chart', running: 'Drawing a chart' },
    ask_user: { title: 'Ask you', running: 'Asking you' },
    final_response: { title: 'Answer', running: 'Writing the answer' },
  },
  external: (name: string) => name,
  externalRunning: (name: string) => `Calling ${name}`,
  status: {
    ok: 'Done',
    error: 'Failed',
    timeout: 'Timed out',
    refused: 'Refused',
    cancelled: 'Cancelled',
    partial: 'Partly done',
  },
  input: 'Input',
  output: 'Output',
  question: 'Search',
  found: 'Found',
  nothingFound: 'Nothing found.',
  definitions: 'Your definitions',
  verifiedOn: (date: string) => `verified on ${date}`,
  values: 'Values',
  storedValue: (asked: string, stored: string, column: string) => `“${asked}” is “${stored}” in ${column}`,
  valuesPending: 'The values are still being indexed. Other spellings were not looked up.',
  joins: 'Joins',
  joinKind: (kind: string, isGuessed: boolean) => (isGuessed ? `${kind}, guessed from names` : kind),
  sql: 'SQL',
  error: 'Error',
  signIn: 'Sign in to the tool server',
})
