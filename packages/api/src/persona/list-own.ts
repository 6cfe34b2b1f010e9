import { listOwnPersonas as endpoint } from '@parley/contract'
import { listOwnPersonas } from '@parley/core'
import { query } from '../procedure/implement.ts'

export const listOwn = query(endpoint, async ({ deps, owner }) => ({
  personas: await listOwnPersonas(deps, owner),
}))
