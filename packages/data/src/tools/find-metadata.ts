import type { Tool, ToolResult } from '@parley/agent'
import type { JsonObject } from '@parley/domain'
import { describeDefinitions, findDefinitions } from '../definitions/find-definitions.ts'
import type { FoundDefinition } from '../definitions/rank-questions.ts'
import { describeHits } from '../metadata/describe-hits.ts'
import { type Fit, LEAST_FIT } from '../metadata/measure-fit.ts'
import { indexInMemory, type MetadataIndex } from '../metadata/metadata-store.ts'
import type { TableHit } from '../metadata/table-hit.ts'
import { describeJoins } from './describe-joins.ts'
import { type Ambiguity, findAmbiguity } from './find-ambiguity.ts'
import { knownWords } from './known-words.ts'
import type { NamedValues } from './named-values.ts'
import type { RunData } from './run-data.ts'
import { searchQuestion } from './search-question.ts'
import { suggestFromMetadata } from './suggest-questions.ts'
import { thrownFailure, toolFailure } from './tool-failure.ts'

const ANSWER_BYTES = 8 * 1024
/** For the definitions that fit, out of the bytes of the answer. */
const DEFINITION_BYTES = 3 * 1024
/** For the names of the tables that the answer does not describe. */
const OTHERS_BYTES = 4 * 1024
const MAX_QUESTION_CHARACTERS = 2000

const ADVICE =
  "Before the first SQL statement on a subject, call find_metadata with the user's question. Use only the tables and columns it names, spelled as it spells them. Where it returns definitions, use them: read a metric as FROM metric.name, apply the condition of a term, run the statement of a question with is_same as it is. Where it returns values, compare the column with the stored text exactly as it is written there. Join tables as joins say; where a kind ends in n or m, aggregate that side before joining."

/** Searches the tables and columns of all sources for a question. */
export function findMetadataTool(run: RunData): Tool {
  const { sources, metadata, ownerId, definitions = [] } = run
  let index: Promise<MetadataIndex> | null = null
  return {
    name: 'find_metadata',
    description:
      'Finds the tables and columns that a question about data needs, across all connected data sources. Call it before writing SQL. Answers with qualified table names, the SQL dialect, column types, descriptions and sample values; notes say what was assumed when a file was read. A sample value that ends with … is cut: match it with LIKE. Names under other_tables are tables that are connected but not described; definitions are what the user has defined: use them as they are, and say so in the answer; values say how a column stores what the question names, values_pending that this is not known yet; joins say how the tables are joined, and whether a row of the first table meets one row of the last or many; fit is the share of the question that the data know, and not_here says what they do not; more_tables, more_columns and more_sources count what is left out.',
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
        const opened = await index
        const { hits, named } = await searchQuestion(question, { opened, run })
        const joins = await describeJoins(run, hits)
        const fitting = findDefinitions(question, definitions)
        const used = fitting.map(({ definition }) => definition)
        const ambiguous = run.canAsk
          ? findAmbiguity(question, { values: named.values, hits, joins, definitions: used })
          : null
        return answer(opened, { question, fitting, hits, named, joins, ambiguous })
      } catch (error) {
        index = null
        return thrownFailure(error)
      }
    },
  }
}

type Found = {
  readonly question: string
  readonly fitting: readonly FoundDefinition[]
  readonly hits: readonly TableHit[]
  readonly named: NamedValues
  readonly joins: readonly JsonObject[]
  readonly ambiguous: Ambiguity | null
}

function answer(
  { listOthers, fit }: MetadataIndex,
  { question, fitting, hits, named, joins, ambiguous }: Found,
): ToolResult {
  const { values, pending, isPartial } = named
  const defined = describeDefinitions(fitting, DEFINITION_BYTES)
  const meaning: JsonObject = {
    ...(ambiguous && { ambiguous: { ...ambiguous, choices: [...ambiguous.choices] } }),
    ...(defined.length > 0 && { definitions: defined }),
    ...(values.length > 0 && {
      values: values.map(({ asked, stored, column }) => ({ asked, stored, column })),
    }),
    ...(pending.length > 0 && { values_pending: describePending(pending) }),
    ...(joins.length > 0 && { joins: [...joins] }),
  }
  const data = describeHits(hits, {
    question,
    maxBytes: ANSWER_BYTES - Buffer.byteLength(JSON.stringify(meaning)),
  })
  // A definition that fits says that the data hold what is asked.
  const measured = defined.length > 0 ? null : fit(question, knownWords(question, { hits, values }))
  const output: JsonObject = {
    ...meaning,
    ...(measured && describeFit(measured, { isSearched: pending.length === 0 && !isPartial })),
    data,
    ...listOthers({ described: data, maxBytes: OTHERS_BYTES }),
  }
  const told = data.length > 0 ? output : { ...output, note: NOTHING_CONNECTED }
  return { status: 'ok', output, content: JSON.stringify(told) }
}

function describePending(names: readonly string[]): string {
  return `The values of ${names.join(', ')} are still being indexed, so other spellings of values were not looked up. Call find_metadata again in a moment if the question names a value.`
}

/**
 * Does not say what the data lack before their values are searched, because a word of the question may be a value. Nor
 * does it where each word is a little like one of the data, so that no unknown word could be named.
 */
function describeFit({ share, unknown }: Fit, { isSearched }: { readonly isSearched: boolean }): JsonObject {
  const fit = Math.round(share * 100) / 100
  if (share >= LEAST_FIT || !isSearched || unknown.length === 0) return { fit }
  const words = unknown.slice(0, MOST_UNKNOWN).map((word) => `"${word}"`)
  const sentence = `The connected data seem not to hold this: nothing in them is named like ${words.join(', ')}. If no table below holds it, say so and answer nothing else.`
  return { fit, not_here: sentence }
}

const MOST_UNKNOWN = 6
const NOTHING_CONNECTED = 'No data source is connected yet; the user can add one under Sources.'
