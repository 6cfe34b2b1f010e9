import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, emptyData, messageOnly } from './envelope.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { ApiKeyScope, SCOPES } from './scope.ts'
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

/** The scopes of a key. */
const Scopes = z
  .array(ApiKeyScope)
  .min(1)
  .max(SCOPES.length)
  .describe('What the key may do. A new key has every scope unless you choose.')

export const ApiKey = z
  .object({
    api_key_id: ApiKeyId,
    name: z.string().describe('The name of the key.'),
    scopes: Scopes,
    created_at: LocalTimestamp,
    expires_at: UtcTimestamp.nullable().describe('When the key stops working; null for never.'),
    last_used_at: LocalTimestamp.nullable().describe('The last use, to the minute; null for never.'),
    last_used_from: z
      .string()
      .nullable()
      .meta({
        description:
          'The network of the client at the last use: the first 24 bits of an IPv4 address, or 48 of an IPv6 address.',
        examples: ['203.0.113.0/24'],
      }),
    is_revoked: z.boolean().describe('Whether the key was revoked.'),
  })
  .meta({ id: 'ApiKey', description: 'A credential of a program, without its secret.' })
export type ApiKey = z.infer<typeof ApiKey>

const Params = z.object({ api_key_id: ApiKeyId })

export const apiKey = {
  /** Revoke an API key with its own secret. */
  revokeSelf: endpoint({
    name: 'apiKey.revokeSelf',
    method: 'POST',
    path: '/apikeys/revoke/{api_key_id}',
    audience: 'api_key',
    event: { target: 'api_key_id' },
    summary: 'Revoke an API key with its own secret',
    description: 'The path carries the key identifier, the Authorization header the secret of the same key.',
    params: Params,
    reply: messageOnly,
  }),

  /** Create an API key; the secret is shown only in this reply. */
  create: endpoint({
    name: 'apiKey.create',
    method: 'POST',
    path: '/apikeys',
    audience: 'person',
    event: { target: 'api_key_id', about: ['name'] },
    summary: 'Create an API key; the secret is shown only in this reply',
    description: 'Send an access token: an API key cannot create keys.',
    isAddition: true,
    replay: 'nothing',
    example: { name: 'Sales', scopes: ['chat', 'read'] },
    body: z.object({
      name: Name,
      scopes: Scopes.optional(),
      expires_at: UtcTimestamp.nullable().optional().describe('When the key stops working; null for never.'),
    }),
    reply: data(
      z.object({
        api_key_id: ApiKeyId,
        secret: z.string().describe('The secret of the key. It is not stored and cannot be shown again.'),
      }),
    ),
  }),

  /** List API keys without their secrets. */
  list: endpoint({
    name: 'apiKey.list',
    method: 'GET',
    path: '/apikeys',
    audience: 'person',
    summary: 'List API keys without their secrets',
    description: 'Without a query: all of them. With one: a page of them, with next_cursor.',
    isAddition: true,
    query: z.object(PAGE_QUERY),
    reply: data(
      z.object({
        api_keys: z.array(ApiKey).describe('Newest first, with revoked ones.'),
        next_cursor: NextCursor.optional(),
      }),
    ),
  }),

  /** Revoke one of my API keys. */
  revoke: endpoint({
    name: 'apiKey.revoke',
    method: 'DELETE',
    path: '/apikeys/{api_key_id}',
    audience: 'person',
    event: { target: 'api_key_id' },
    summary: 'Revoke one of my API keys',
    isAddition: true,
    params: Params,
    reply: emptyData,
  }),
} as const
