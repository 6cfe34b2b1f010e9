import { OPERATIONS } from '@parley/contract'
import { eraseUser, listUsers, updateUser } from '@parley/core'
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

  erase: async ({ deps, input }) => ({ erasure_id: await eraseUser(deps, input.parley_uuid) }),
})
