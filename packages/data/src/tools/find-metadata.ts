import type { Tool, ToolResult } from '@parley/agent'
import type { JsonObject } from '@parley/domain'
import { describeHits } from '../metadata/describe-hits.ts'
import { indexInMemory, type MetadataIndex } from '../metadata/metadata-store.ts'
import type { RunData } from './create-data-tools.ts'
import { suggestFromMetadata } from './suggest-questions.ts'
import { thrownFailure, toolFailure } from './tool-failure.ts'

const ANSWER_BYTES = 8 * 1024
/** For the names of the tables that the answer does not describe. */
const OTHERS_BYTES = 4 * 1024
const MAX_QUESTION_CHARACTERS = 2000

const ADVICE =
  "Before the first SQL statement on a subject, call find_metadata with the user's question. Use only the tables and columns it names, spelled as it spells them."

/** Searches the tables and columns of all sources for a question. */
export function findMetadataTool({ sources, metadata, ownerId }: RunData): Tool {
  let index: Promise<MetadataIndex> | null = null
  return {
    name: 'find_metadata',
    description:
      'Finds the tables and columns that a question about data needs, across all connected data sources. Call it before writing SQL. Answers with qualified table names, the SQL dialect, column types, descriptions and sample values; notes say what was assumed when a file was read. A sample value that ends with … is cut: match it with LIKE. Names under other_tables are tables that are connected but not described; more_tables, more_columns and more_sources count what is left out.',
    parameters: {
      type: 'object',
      properties: {
        user_question: { type: 'string', description: 'The question in the words of the user.' },
      },
      required: ['user_question'],
    },
    advice: ADVICE,
    suggest: suggestFromMetadata,
    call: async ({ user_question }) => {
      if (typeof user_question !== 'string') return toolFailure('error', 'Send user_question as a string.')
      index ??= metadata ? metadata.open(ownerId, sources) : indexInMemory(sources)
      const question = user_question.slice(0, MAX_QUESTION_CHARACTERS)
      try {
        return answer(await index, question)
      } catch (error) {
        index = null
        return thrownFailure(error)
      }
    },
  }
}

function answer({ search, listOthers }: MetadataIndex, question: string): ToolResult {
  const data = describeHits(search(question), { question, maxBytes: ANSWER_BYTES })
  const output: JsonObject = { data, ...listOthers({ described: data, maxBytes: OTHERS_BYTES }) }
  const told = data.length > 0 ? output : { ...output, note: NOTHING_CONNECTED }
  return { status: 'ok', output, content: JSON.stringify(told) }
}

const NOTHING_CONNECTED = 'No data source is connected yet; the user can add one under Sources.'
