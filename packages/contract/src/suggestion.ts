import * as z from 'zod'
import { DefinitionId, DefinitionRecord } from './definition.ts'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { RunId } from './step.ts'
import { filledText } from './text.ts'
import { UtcTimestamp } from './timestamp.ts'

const SuggestionId = z.uuid().meta({
  description: 'The id of a suggestion.',
  examples: ['7f8a2c4e-0000-4000-8000-000000000010'],
})

const Suggestion = z
  .object({
    suggestion_id: SuggestionId,
    reason: z
      .enum(['corrected', 'asked_again'])
      .describe(
        '`corrected`: you rated the answer down and ran or sent another statement. `asked_again`: you rated the answer up, and an earlier answer to the same question had another statement.',
      ),
    run_id: RunId,
    question: z.string().meta({
      description: 'The question of the answer.',
      examples: ['How many orders do we have?'],
    }),
    statement_before: z
      .string()
      .nullable()
      .describe('The statement that was wrong; null for an answer without one.'),
    statement: z.string().meta({
      description: 'The statement that may be verified.',
      examples: ['SELECT count(*) FROM shop.orders'],
    }),
    definition_id: DefinitionId.nullable().describe(
      'Your verified question of this wording, whose statement is replaced; null for none.',
    ),
    created_at: UtcTimestamp,
  })
  .meta({ id: 'Suggestion', description: 'A corrected statement that may become a verified question.' })
export type Suggestion = z.infer<typeof Suggestion>

const Params = z.object({ suggestion_id: SuggestionId })

export const suggestion = {
  /** List the verified questions that my corrections suggest. */
  list: endpoint({
    name: 'suggestion.list',
    method: 'GET',
    path: '/suggestion',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'List the verified questions that my corrections suggest',
    isAddition: true,
    description: 'Newest first, a page at a time: send next_cursor as cursor until it is null.',
    query: z.object(PAGE_QUERY),
    reply: data(
      z.object({
        suggestions: z.array(Suggestion).describe('What you are offered, newest first.'),
        next_cursor: NextCursor,
      }),
    ),
  }),

  /** Make a suggestion a verified question. */
  accept: endpoint({
    name: 'suggestion.accept',
    method: 'POST',
    path: '/suggestion/{suggestion_id}/accept',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Make a suggestion a verified question',
    isAddition: true,
    description:
      'Its statement is run once. A statement that does not run is refused with the sentence of the engine, and the suggestion stays. A verified question of the same wording gets the statement.',
    params: Params,
    body: z.object({
      question: filledText(LIMITS.descriptionLength)
        .optional()
        .describe('The wording under which it is found; that of the suggestion by default.'),
    }),
    reply: data(DefinitionRecord),
  }),

  /** Dismiss a suggestion. */
  dismiss: endpoint({
    name: 'suggestion.dismiss',
    method: 'DELETE',
    path: '/suggestion/{suggestion_id}',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Dismiss a suggestion',
    isAddition: true,
    description: 'The same statement is not offered again for this answer.',
    params: Params,
    reply: emptyData,
  }),
} as const
