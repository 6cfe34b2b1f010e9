import type { InputOf, OPERATIONS, Rating } from '@parley/contract'
import type { RatedAnswer, StoredRating } from '@parley/core'

/** A rating in wire form. */
export function presentRating(rating: StoredRating): Rating {
  return {
    run_id: rating.runId,
    session_id: rating.sessionId,
    verdict: rating.verdict,
    comment: rating.comment,
    rated_at: `${rating.ratedAt}Z`,
  }
}

/** An answer of a session, with its run and its rating. */
export function presentSessionAnswer({ sequence, runId, verdict, comment }: RatedAnswer) {
  const rating = verdict === null ? null : { verdict, comment: comment ?? '' }
  return { message: sequence, run_id: runId, rating }
}

/** Reads which ratings a caller wants. */
export function readRatingFilter(input: InputOf<typeof OPERATIONS.rating.list>) {
  return {
    ...(input.verdict !== undefined && { verdict: input.verdict }),
    ...(input.session_id !== undefined && { sessionId: input.session_id }),
    ...(input.agent_id !== undefined && { agentId: input.agent_id }),
  }
}
