import { OPERATIONS } from '@parley/contract'
import { deleteRating, getRating, listRatings, saveRating } from '@parley/core'
import { readPageRequest } from './present/page.ts'
import { presentRating, readRatingFilter } from './present/rating.ts'
import { procedures } from './procedure/procedures.ts'

export const rating = procedures(OPERATIONS.rating, {
  save: async ({ deps, owner, input }) => {
    const { run_id: runId, verdict, comment = '', corrected_statement: correctedStatement } = input
    const rating = {
      runId,
      verdict,
      comment,
      ...(correctedStatement !== undefined && { correctedStatement }),
    }
    return presentRating(await saveRating(deps, owner, rating))
  },

  get: async ({ deps, owner, input }) => presentRating(await getRating(deps, owner, input.run_id)),

  delete: async ({ deps, owner, input }) => {
    await deleteRating(deps, owner, input.run_id)
    return {}
  },

  list: async ({ deps, owner, input }) => {
    const wanted = { filter: readRatingFilter(input), ...readPageRequest(input) }
    const { rows, nextCursor } = await listRatings(deps, owner, wanted)
    return { ratings: rows.map(presentRating), next_cursor: nextCursor }
  },
})
