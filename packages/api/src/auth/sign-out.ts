import { signOut as endpoint } from '@parley/contract'
import { signOut as revokeToken } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const signOut = mutation(endpoint, async ({ deps, caller }) => {
  await revokeToken(deps, caller)
  return { message: 'Signed out.' }
})
