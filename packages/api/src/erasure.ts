import { OPERATIONS } from '@parley/contract'
import { getErasure, listErasures } from '@parley/core'
import { presentErasure } from './present/erasure.ts'
import { procedures } from './procedure/procedures.ts'

export const erasure = procedures(OPERATIONS.erasure, {
  get: async ({ deps, input }) => presentErasure(await getErasure(deps, input.erasure_id)),

  list: async ({ deps }) => ({ erasures: (await listErasures(deps)).map(presentErasure) }),
})
