import * as z from 'zod'

/** What an API key may do, from the least to the most. A signed-in person has every scope. */
export const SCOPES = ['chat', 'read', 'manage', 'secrets'] as const

export const ApiKeyScope = z.enum(SCOPES).meta({
  id: 'ApiKeyScope',
  description:
    '`chat`: ask agents and models. `read`: read records and data. `manage`: create, change and delete records. `secrets`: see provider keys and property values, and send stored ones to another address.',
})
export type ApiKeyScope = z.infer<typeof ApiKeyScope>

/** Scopes of which one is enough. */
export type NeededScopes = readonly [ApiKeyScope, ...ApiKeyScope[]]

/** The callers of the paths that are not operations of the contract. */
export const DOORS = {
  readArtifact: { audience: 'user', scopes: ['chat', 'read'] },
  exportRows: { audience: 'user', scopes: ['read'] },
  listModels: { audience: 'user', scopes: ['chat', 'read'] },
  complete: { audience: 'user', scopes: ['chat'] },
  readResponse: { audience: 'user', scopes: ['chat', 'read'] },
  deleteResponse: { audience: 'user', scopes: ['chat', 'manage'] },
  /** Its data tools need `read`, its agents need `chat`. */
  callTools: { audience: 'user', scopes: ['chat', 'read'] },
} as const satisfies Readonly<Record<string, { readonly audience: 'user'; readonly scopes: NeededScopes }>>
