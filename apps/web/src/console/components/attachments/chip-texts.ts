import { showNumber } from '#web/language/show-number.ts'
import { translatable } from '#web/language/translatable.ts'

/** Words of the chips below a question. They load with the first chip, apart from the words of every chat. */
export const CHIP_TEXTS = translatable('chip', {
  list: 'Added to this question',
  sending: (name: string, percent: number) => `Sending ${name}: ${percent} %`,
  reading: (name: string) => `Reading ${name}…`,
  waiting: (name: string) => `${name} waits for the file before it`,
  cancel: (name: string) => `Cancel ${name}`,
  remove: (name: string) => `Remove ${name} from this question`,
  dismiss: (name: string) => `Dismiss the note about ${name}`,
  openSource: (name: string) => `Open the data source of ${name}`,
  rows: (count: number) => (count === 1 ? '1 row' : `${showNumber(count)} rows`),
  characters: (count: number) => `${showNumber(count)} characters`,
  becameText: 'The pasted text is long, so it is added below your question.',
  putIntoQuestion: 'Put it into the question',
})
