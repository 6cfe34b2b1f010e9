import { createPersona as endpoint } from '@parley/contract'
import { createPersona } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const create = mutation(endpoint, ({ deps, owner, input }) => createPersona(deps, owner, input))
