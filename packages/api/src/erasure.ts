import { OPERATIONS } from '@parley/contract'
import { getErasure, listErasures } from '@parley/core'
import { presentErasure } from './present/erasure.ts'
import { readPageRequest } from './present/page.ts'
import { procedures } from './procedure/procedures.ts'

export const erasure = procedures(OPERATIONS.erasure, {
  get: async ({ deps, input }) => presentErasure(await getErasure(deps, input.erasure_id)),

  list: async ({ deps, owner, input }) => {
    const { rows, nextCursor } = await listErasures(deps, owner, readPageRequest(input))
    return { erasures: rows.map(presentErasure), next_cursor: nextCursor }
  },
})
