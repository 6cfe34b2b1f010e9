/** Words of the parts that every feature uses. */
export const COMPONENT_TEXTS = {
  product: 'Parley',
  copied: 'Copied',
  copy: 'Copy',
  tryAgain: 'Try again',
  couldNotLoad: 'Loading failed',
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
  lastDays: 'Last seven days',
  noRows: 'No rows',
  rows: (shown: number, total: number) => {
    const count = total === 1 ? '1 row' : `${total.toLocaleString()} rows`
    return shown === total ? count : `${shown.toLocaleString()} of ${count}`
  },
  opensExternally: (host: string) => `Opens ${host}`,
  imageLeftOut: (text: string) => `Image left out: ${text}`,
  showAll: (count: number) => `Show all ${count.toLocaleString()}`,
  showFewer: 'Show fewer',
  table: 'Table',
  codeLabel: 'Code',
  offline: 'The service did not answer. Check the connection and try again.',
} as const
