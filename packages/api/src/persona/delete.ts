import { deletePersona as endpoint } from '@parley/contract'
import { deletePersona } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const remove = mutation(endpoint, async ({ deps, owner, input }) => {
  await deletePersona(deps, owner, input.id)
  return {}
})
