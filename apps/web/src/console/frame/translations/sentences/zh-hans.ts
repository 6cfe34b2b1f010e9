import type { Sentences } from '#web/language/translate-sentence.ts'
import { FILE_SENTENCES } from './files.zh-hans.ts'
import { MODEL_AND_TOOL_SENTENCES } from './models-and-tools.zh-hans.ts'
import { OFFER_SENTENCES } from './offers.zh-hans.ts'
import { RECORD_SENTENCES } from './records.zh-hans.ts'
import { STATEMENT_SENTENCES } from './statements.zh-hans.ts'

/** The sentences of the service that people meet, in Chinese. */
export const SENTENCES: Sentences = {
  ...RECORD_SENTENCES,
  ...MODEL_AND_TOOL_SENTENCES,
  ...STATEMENT_SENTENCES,
  ...FILE_SENTENCES,
  ...OFFER_SENTENCES,
}
