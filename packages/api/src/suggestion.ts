import { OPERATIONS } from '@parley/contract'
import { acceptSuggestion, dismissSuggestion, listSuggestions } from '@parley/core'
import { presentDefinition } from './present/definition.ts'
import { readPageRequest } from './present/page.ts'
import { presentSuggestion } from './present/suggestion.ts'
import { procedures } from './procedure/procedures.ts'

export const suggestion = procedures(OPERATIONS.suggestion, {
  list: async ({ deps, owner, input }) => {
    const { rows, nextCursor } = await listSuggestions(deps, owner, readPageRequest(input))
    return { suggestions: rows.map(presentSuggestion), next_cursor: nextCursor }
  },

  accept: async ({ deps, owner, input, signal }) => {
    const { suggestion_id: id, question } = input
    const accepted = { id, signal, ...(question !== undefined && { question }) }
    return presentDefinition(await acceptSuggestion(deps, owner, accepted))
  },

  dismiss: async ({ deps, owner, input }) => {
    await dismissSuggestion(deps, owner, input.suggestion_id)
    return {}
  },
})
