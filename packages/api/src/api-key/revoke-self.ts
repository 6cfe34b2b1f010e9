import { revokeApiKey as endpoint } from '@parley/contract'
import { revokeApiKeyBySecret } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const revokeSelf = mutation(endpoint, async ({ deps, caller, input }) => ({
  message: await revokeApiKeyBySecret(deps, caller, input.api_key_id),
}))
