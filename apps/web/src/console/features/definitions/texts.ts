import { showNumber } from '#web/language/show-number.ts'
import { translatable } from '#web/language/translatable.ts'

/** Words of the page of definitions. */
export const DEFINITION_TEXTS = translatable('definition', {
  title: 'Definitions',
  lead: 'Say once what your words and figures mean. Agents find it with the tables, and answers say by which definition.',
  add: 'New definition',
  editTitle: 'Change definition',
  none: 'No definitions yet',
  noneText: 'Define a term or a metric, or save the statement of an answer.',
  createFirst: 'Write the first definition',
  kind: 'Kind',
  kinds: { term: 'Term', metric: 'Metric', question: 'Verified question' },
  names: { term: 'Word', metric: 'Name in SQL', question: 'Question' },
  nameHints: {
    term: 'For example: active customer',
    metric: 'For example: revenue. Statements read it as metric.revenue.',
    question: 'For example: How many orders did we have last month?',
  },
  synonyms: 'Other words',
  synonymsHint: 'Press Enter after each.',
  text: 'Meaning',
  expressions: { term: 'Condition in SQL', metric: 'Aggregate in SQL', question: 'Statement' },
  expressionHints: {
    term: "For example: last_order >= date '2026-01-01'. May be empty.",
    metric: 'For example: sum(total)',
    question: 'One SELECT, as an agent would run it.',
  },
  table: 'Table',
  tableHint: 'source.table, or a SELECT in its place.',
  condition: 'Only rows where',
  dimensions: 'Split and filter by',
  dimensionsHint: 'Columns of the table. Press Enter after each.',
  unit: 'Unit',
  document: {
    export: 'Export YAML',
    import: 'Import YAML',
    title: 'Import definitions',
    failed: 'Nothing was imported',
    outcome: (created: number, updated: number, unchanged: number) =>
      `${showNumber(created)} created, ${showNumber(updated)} updated, ${showNumber(unchanged)} unchanged.`,
    left: 'Left out:',
    line: (line: number, reason: string) => `Line ${line}: ${reason}`,
  },
  suggestions: {
    title: 'Suggested from your corrections',
    lead: 'Accept a statement, and agents find it under its question. Accepting runs it once.',
    reasons: {
      corrected: 'You rated this answer as not right and ran another statement.',
      asked_again: 'You rated this answer as right. An earlier answer to the question had another statement.',
    },
    openRun: 'Open the run',
    replaces: 'Your verified question of this wording gets this statement.',
    accept: 'Accept',
    dismiss: 'Dismiss',
    more: (shown: number) =>
      `The newest ${showNumber(shown)} are shown. Accept or dismiss them to see the others.`,
  },
  saveHint: 'Saving runs the SQL once.',
  suspended: 'Suspended',
  verified: (time: string) => `Verified ${time}`,
  verify: (name: string) => `Verify ${name} again`,
  notVerified: 'Not verified',
  edit: (name: string) => `Change ${name}`,
  delete: (name: string) => `Delete ${name}`,
  deleteTitle: 'Delete this definition?',
  deleteText: (name: string) => `Agents no longer find “${name}”.`,
})
