import type { Tool } from '@parley/agent'
import type { JsonObject } from '@parley/domain'
import { describeHits } from '../metadata/describe-hits.ts'
import { indexInMemory, type MetadataIndex } from '../metadata/metadata-store.ts'
import type { RunData } from './create-data-tools.ts'
import { toolFailure } from './tool-failure.ts'

const ANSWER_BYTES = 8 * 1024
const MAX_QUESTION_CHARACTERS = 2000

/** Searches the tables and columns of all sources for a question. */
export function findMetadataTool({ sources, metadata, ownerId }: RunData): Tool {
  let index: Promise<MetadataIndex> | null = null
  return {
    name: 'find_metadata',
    description:
      'Finds the tables and columns that a question about data needs, across all connected data sources. Call it before writing SQL. Answers with qualified table names, the SQL dialect, column types, descriptions and sample values. A sample value that ends with … is cut: match it with LIKE.',
    parameters: {
      type: 'object',
      properties: {
        user_question: { type: 'string', description: 'The question in the words of the user.' },
      },
      required: ['user_question'],
    },
    call: async ({ user_question }) => {
      if (typeof user_question !== 'string') return toolFailure('error', 'Send user_question as a string.')
      index ??= metadata ? metadata.open(ownerId, sources) : indexInMemory(sources)
      const question = user_question.slice(0, MAX_QUESTION_CHARACTERS)
      const data = describeHits((await index).search(question), ANSWER_BYTES)
      const answer: JsonObject = data.length > 0 ? { data } : { data, note: NOTHING_CONNECTED }
      return { status: 'ok', output: { data }, content: JSON.stringify(answer) }
    },
  }
}

const NOTHING_CONNECTED = 'No data source is connected yet; the user can add one under Sources.'
