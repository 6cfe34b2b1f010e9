import { translatable } from '#web/language/translatable.ts'

/** Words of the page that follows the erasing of an account. */
export const ERASURE_TEXTS = translatable('erasure', {
  title: 'Your account is being erased',
  done: 'Your account is erased',
  under: 'You are signed out everywhere, and your API keys no longer work. The rest takes some seconds.',
  waiting: 'Deleting your records and files…',
  doneText:
    'Nothing of you is left in this service. Save the receipt: it names what was erased and when, and nothing of you. Copies in backups of the operator go when those are deleted.',
  receipt: 'Receipt',
  rows: (table: string, count: number) => `${table}: ${count}`,
  save: 'Save the receipt',
  leave: 'To the front page',
})
