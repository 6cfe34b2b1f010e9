import { updatePersona as endpoint } from '@parley/contract'
import { updatePersona } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const update = mutation(endpoint, ({ deps, owner, input }) => {
  const { id, name, description, instructions } = input
  return updatePersona(deps, owner, {
    id,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(instructions !== undefined && { instructions }),
  })
})
