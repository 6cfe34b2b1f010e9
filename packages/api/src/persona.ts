import { OPERATIONS } from '@parley/contract'
import {
  createPersona,
  deletePersona,
  keyOfNumber,
  listOwnPersonas,
  listPersonas,
  updatePersona,
} from '@parley/core'
import { pageOrAll } from './present/page.ts'
import { procedures } from './procedure/procedures.ts'

export const persona = procedures(OPERATIONS.persona, {
  list: async ({ deps, owner, input }) => {
    const personas = await listPersonas(deps, owner)
    const keyOf = ({ id }: (typeof personas)[number]) => keyOfNumber(id)
    const { rows, next } = pageOrAll({ name: 'persona.list', owner, input, rows: personas, keyOf })
    return { personas: rows.map(({ id, name, description }) => ({ id, name, description })), ...next }
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
