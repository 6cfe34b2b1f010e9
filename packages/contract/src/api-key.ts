import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, emptyData, messageOnly } from './envelope.ts'
import { Name } from './text.ts'
import { LocalTimestamp, UtcTimestamp } from './timestamp.ts'

/** The public part of a key: 12 base62 characters. */
const ApiKeyId = z
  .string()
  .regex(/^[0-9A-Za-z]{12}$/, 'must be 12 letters or digits')
  .meta({
    description: 'The public part of an API key: the 12 characters after `prl_`.',
    examples: ['a1B2c3D4e5F6'],
  })

export const ApiKey = z.object({
  api_key_id: ApiKeyId,
  name: z.string(),
  created_at: LocalTimestamp,
  expires_at: UtcTimestamp.nullable(),
  last_used_at: LocalTimestamp.nullable(),
  is_revoked: z.boolean(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const apiKey = {
  /** Revoke an API key with its own secret. */
  revokeSelf: endpoint({
    name: 'apiKey.revokeSelf',
    method: 'POST',
    path: '/apikeys/revoke/{api_key_id}',
    audience: 'api_key',
    summary: 'Revoke an API key with its own secret',
    description: 'The path carries the key identifier, the Authorization header the secret of the same key.',
    params: z.object({ api_key_id: ApiKeyId }),
    reply: messageOnly,
  }),

  /** Create an API key; the secret is shown only in this reply. */
  create: endpoint({
    name: 'apiKey.create',
    method: 'POST',
    path: null,
    audience: 'person',
    summary: 'Create an API key; the secret is shown only in this reply',
    body: z.object({ name: Name, expires_at: UtcTimestamp.nullable().optional() }),
    reply: data(z.object({ api_key_id: ApiKeyId, secret: z.string() })),
  }),

  /** List API keys without their secrets. */
  list: endpoint({
    name: 'apiKey.list',
    method: 'GET',
    path: null,
    audience: 'person',
    summary: 'List API keys without their secrets',
    reply: data(z.object({ api_keys: z.array(ApiKey) })),
  }),

  /** Revoke one of my API keys. */
  revoke: endpoint({
    name: 'apiKey.revoke',
    method: 'POST',
    path: null,
    audience: 'person',
    summary: 'Revoke one of my API keys',
    body: z.object({ api_key_id: ApiKeyId }),
    reply: emptyData,
  }),
} as const
