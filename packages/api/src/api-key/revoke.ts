import { withdrawApiKey as endpoint } from '@parley/contract'
import { revokeApiKey } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const revoke = mutation(endpoint, async ({ deps, owner, input }) => {
  await revokeApiKey(deps, owner, input.api_key_id)
  return {}
})
