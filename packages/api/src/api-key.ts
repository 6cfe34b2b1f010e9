import { OPERATIONS, SCOPES } from '@parley/contract'
import { createApiKey, keyOfNewest, listApiKeys, revokeApiKey, revokeApiKeyBySecret } from '@parley/core'
import { presentApiKey } from './present/api-key.ts'
import { pageOrAll } from './present/page.ts'
import { procedures } from './procedure/procedures.ts'

export const apiKey = procedures(OPERATIONS.apiKey, {
  revokeSelf: async ({ deps, caller, input }) => ({
    message: await revokeApiKeyBySecret(deps, caller, input.api_key_id),
  }),

  create: async ({ deps, owner, input }) => {
    const expiresAt = input.expires_at ? new Date(input.expires_at) : null
    const key = await createApiKey(deps, owner, {
      name: input.name,
      scopes: input.scopes ?? SCOPES,
      expiresAt,
    })
    return { api_key_id: key.keyId, secret: key.secret }
  },

  list: async ({ deps, owner, input }) => {
    const keys = await listApiKeys(deps, owner)
    const keyOf = ({ createdAt, keyId }: (typeof keys)[number]) => `${keyOfNewest(createdAt)}.${keyId}`
    const { rows, next } = pageOrAll({ name: 'apiKey.list', owner, input, rows: keys, keyOf })
    return { api_keys: rows.map(presentApiKey), ...next }
  },

  revoke: async ({ deps, owner, input }) => {
    await revokeApiKey(deps, owner, input.api_key_id)
    return {}
  },
})
