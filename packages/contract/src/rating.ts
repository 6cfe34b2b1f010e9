import * as z from 'zod'
import { AgentId } from './agent.ts'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { SessionId } from './session.ts'
import { RunId } from './step.ts'
import { filledText, text } from './text.ts'
import { UtcTimestamp } from './timestamp.ts'
import { Comment, Verdict } from './verdict.ts'

const Rating = z
  .object({
    run_id: RunId,
    session_id: SessionId,
    verdict: Verdict,
    comment: Comment,
    rated_at: UtcTimestamp.describe('When it was given or last changed.'),
  })
  .meta({ id: 'Rating', description: 'What you think of an answer.' })
export type Rating = z.infer<typeof Rating>

const Params = z.object({ run_id: RunId })
const PATH = '/chat/run/{run_id}/rating'

export const rating = {
  /** Rate the answer of a run. */
  save: endpoint({
    name: 'rating.save',
    method: 'POST',
    path: PATH,
    audience: 'user',
    scopes: ['chat'],
    summary: 'Rate the answer of a run',
    isAddition: true,
    description:
      'Replaces the rating before, with its comment. Fails with 409 while the run is under way. GET /chat/session/{session_id}/answers says which run wrote which answer.',
    example: { verdict: 'down', comment: 'Refunds are missing.' },
    params: Params,
    body: z.object({
      verdict: Verdict,
      comment: text(LIMITS.descriptionLength).optional().describe('Why; empty by default.'),
      corrected_statement: filledText(LIMITS.definitionSqlLength)
        .optional()
        .describe(
          'The statement that would have been right, of an answer that is not; GET /suggestion offers it.',
        ),
    }),
    reply: data(Rating),
  }),

  /** Get my rating of an answer. */
  get: endpoint({
    name: 'rating.get',
    method: 'GET',
    path: PATH,
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'Get my rating of an answer',
    isAddition: true,
    description: 'Fails with 404 for an answer without a rating.',
    params: Params,
    reply: data(Rating),
  }),

  /** Delete my rating of an answer. */
  delete: endpoint({
    name: 'rating.delete',
    method: 'DELETE',
    path: PATH,
    audience: 'user',
    scopes: ['chat'],
    summary: 'Delete my rating of an answer',
    isAddition: true,
    params: Params,
    reply: emptyData,
  }),

  /** List my ratings, newest first. */
  list: endpoint({
    name: 'rating.list',
    method: 'GET',
    path: '/chat/rating',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'List my ratings, newest first',
    isAddition: true,
    description: 'A page at a time: send next_cursor as cursor, with the same filters, until it is null.',
    query: z.object({
      verdict: Verdict.optional(),
      session_id: SessionId.optional().describe('Only ratings of answers in this session.'),
      agent_id: AgentId.optional().describe('Only ratings of answers in sessions with this agent.'),
      ...PAGE_QUERY,
    }),
    reply: data(
      z.object({
        ratings: z.array(Rating).describe('Your ratings, newest first.'),
        next_cursor: NextCursor,
      }),
    ),
  }),
} as const
