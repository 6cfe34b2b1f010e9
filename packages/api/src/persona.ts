import { OPERATIONS } from '@parley/contract'
import { createPersona, deletePersona, listOwnPersonas, listPersonas, updatePersona } from '@parley/core'
import { procedures } from './procedure/procedures.ts'

export const persona = procedures(OPERATIONS.persona, {
  list: async ({ deps, owner }) => {
    const personas = await listPersonas(deps, owner)
    return { personas: personas.map(({ id, name, description }) => ({ id, name, description })) }
  },

  listOwn: async ({ deps, owner }) => ({ personas: await listOwnPersonas(deps, owner) }),

  create: ({ deps, owner, input }) => createPersona(deps, owner, input),

  update: ({ deps, owner, input }) => {
    const { id, name, description, instructions } = input
    return updatePersona(deps, owner, {
      id,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(instructions !== undefined && { instructions }),
    })
  },

  delete: async ({ deps, owner, input }) => {
    await deletePersona(deps, owner, input.id)
    return {}
  },
})
