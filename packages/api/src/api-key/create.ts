import { createApiKey as endpoint } from '@parley/contract'
import { createApiKey } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const create = mutation(endpoint, async ({ deps, owner, input }) => {
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null
  const key = await createApiKey(deps, owner, { name: input.name, expiresAt })
  return { api_key_id: key.keyId, secret: key.secret }
})
