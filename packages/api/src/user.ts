import { OPERATIONS } from '@parley/contract'
import { eraseUser, getUserLimits, listUsers, updateUser, updateUserLimits } from '@parley/core'
import { presentPersonUsage, toMicros } from './present/person-usage.ts'
import { presentUser } from './present/user.ts'
import { procedures } from './procedure/procedures.ts'

/** People on a page, where the caller does not say. */
const PAGE_SIZE = 50

export const user = procedures(OPERATIONS.user, {
  list: async ({ deps, input }) => {
    const { cursor, limit = PAGE_SIZE } = input
    const page = await listUsers(deps, { limit, ...(cursor !== undefined && { cursor }) })
    return { users: page.users.map(presentUser), next_cursor: page.nextCursor }
  },

  update: async ({ deps, input }) =>
    presentUser(
      await updateUser(deps, input.parley_uuid, { role: input.role, isDisabled: input.is_disabled }),
    ),

  getLimits: async ({ deps, input }) =>
    presentPersonUsage(input.parley_uuid, await getUserLimits(deps, input.parley_uuid)),

  updateLimits: async ({ deps, input }) => {
    const { parley_uuid: id, turns, tokens, cost_usd, storage_bytes } = input
    const change = { turns, tokens, costMicros: toMicros(cost_usd), storageBytes: storage_bytes }
    return presentPersonUsage(id, await updateUserLimits(deps, id, change))
  },

  erase: async ({ deps, input }) => ({ erasure_id: await eraseUser(deps, input.parley_uuid) }),
})
