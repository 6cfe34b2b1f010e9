import { showNumber } from '#web/language/show-number.ts'
import { translatable } from '#web/language/translatable.ts'

/** Words of the parts that every feature uses. */
export const COMPONENT_TEXTS = translatable('component', {
  product: 'Parley',
  language: 'Language',
  copied: 'Copied',
  copy: 'Copy',
  tryAgain: 'Try again',
  couldNotLoad: 'Loading failed',
  furtherFailed: 'The next entries could not be loaded',
  partFailed: 'This part could not be shown',
  partFailedHint: 'An error of the page stopped it. The rest of the page works.',
  loading: 'Loading',
  untitledChat: 'Untitled chat',
  cancel: 'Cancel',
  save: 'Save',
  delete: 'Delete',
  deleteIt: 'Delete it',
  keepIt: 'Keep it',
  notSaved: 'Not saved',
  notDeleted: 'Not deleted',
  required: 'Fill in this field.',
  undo: 'Undo',
  close: 'Close',
  today: 'Today',
  yesterday: 'Yesterday',
  lastDays: 'Last seven days',
  durations: {
    milliseconds: (count: number) => `${count} ms`,
    seconds: (count: number) =>
      `${showNumber(count, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`,
    minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
  },
  noRows: 'No rows',
  rows: (shown: number, total: number) => {
    const count = total === 1 ? '1 row' : `${showNumber(total)} rows`
    return shown === total ? count : `${showNumber(shown)} of ${count}`
  },
  opensExternally: (host: string) => `Opens ${host}`,
  imageLeftOut: (text: string) => `Image left out: ${text}`,
  showAll: (count: number) => `Show all ${showNumber(count)}`,
  showFewer: 'Show fewer',
  table: 'Table',
  codeLabel: 'Code',
  offline: 'The service did not answer. Check the connection and try again.',
  signedOut: 'Your session has ended. Sign in again.',
})
