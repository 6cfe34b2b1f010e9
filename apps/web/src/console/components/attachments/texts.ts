import { translatable } from '#web/language/translatable.ts'

/** Words of files and texts that are added to a question. */
export const ATTACHMENT_TEXTS = translatable('attachment', {
  add: 'Add files',
  dropHere: 'Drop files to ask about them',
  pasted: 'Pasted text',
  image: (number: number) => `Image ${number}`,
  pastedFile: 'pasted rows',
  agentReadsNoData: 'This agent has no data tools and cannot read files. Choose another agent.',
  notLoaded: 'The connection was lost. Add the file again.',
  notBound: 'The agent could not be given the data source',
  pastedTextBelow: (question: string, text: string) => `${question}\n\n${text}`,
  namedData: (question: string, names: readonly string[]) => `${question}\n\nData: ${names.join(', ')}`,
})
