import type { ApiKey as WireApiKey } from '@parley/contract'
import { readScopes, type StoredApiKey } from '@parley/core'

/** A key as its owner sees it in a list, without its secret and its digest. */
export function presentApiKey(row: StoredApiKey): WireApiKey {
  return {
    api_key_id: row.keyId,
    name: row.name,
    scopes: readScopes(row.scopes),
    created_at: row.createdAt,
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt,
    last_used_from: row.lastUsedFrom,
    is_revoked: row.revokedAt !== null,
  }
}
