import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data } from './envelope.ts'
import { begunErasure } from './erasure.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { ParleyUuid } from './parley-uuid.ts'
import { LocalTimestamp } from './timestamp.ts'
import { changedLimits, PersonUsage } from './usage.ts'

/**
 * The owner of a record: the wallet address, or the UUID of a user without a wallet; `default` for templates.
 */
export const UserId = z.string().meta({
  description: 'The owner: a wallet address, a UUID, or `default` for the templates of the operator.',
  examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
})

export const Role = z.enum(['member', 'administrator']).meta({
  description: 'An administrator manages people, and reads no records of others.',
  examples: ['member'],
})

/** A proof of identity with which a person signs in. */
export const SignInMethod = z
  .object({
    kind: z.enum(['wallet', 'oidc', 'passkey']).describe('What proves the identity.'),
    issuer: z.string().describe('The identity provider; empty for others.'),
    label: z.string().describe('What people see of it, for example an address.'),
    last_used_at: LocalTimestamp.nullable().describe('The last sign-in with it; null before the first.'),
  })
  .meta({ id: 'SignInMethod', description: 'A proof of identity with which a person signs in.' })

const UserSummary = z
  .object({
    parley_uuid: ParleyUuid,
    user_id: UserId,
    role: Role,
    is_disabled: z.boolean().describe('Whether every credential of the user is refused.'),
    admitted_by: z
      .enum(['open', 'list', 'group', 'invitation', 'configuration'])
      .nullable()
      .describe('The rule that let the person in; null for users from before there were rules.'),
    created_at: LocalTimestamp,
    sign_ins: z.array(SignInMethod).describe('The proofs with which the person signs in.'),
  })
  .meta({ id: 'UserSummary', description: 'A person with an account, as administrators see it.' })
export type UserSummary = z.infer<typeof UserSummary>

export const user = {
  /** List the people with an account, newest first. */
  list: endpoint({
    name: 'user.list',
    method: 'GET',
    path: '/user',
    audience: 'person',
    role: 'administrator',
    summary: 'List the people with an account, newest first',
    description: 'A page at a time: send next_cursor as cursor until it is null.',
    isAddition: true,
    query: z.object(PAGE_QUERY),
    reply: data(
      z.object({
        users: z.array(UserSummary).describe('People, newest first.'),
        next_cursor: NextCursor,
      }),
    ),
  }),

  /** Change the role of a person, or disable the account. */
  update: endpoint({
    name: 'user.update',
    method: 'PATCH',
    path: '/user/{parley_uuid}',
    audience: 'person',
    role: 'administrator',
    event: { person: 'parley_uuid', about: ['role', 'is_disabled'] },
    summary: 'Change the role of a person, or disable the account',
    description:
      'A disabled account is refused from the next request on: sessions, API keys, and turns under way. Its records stay. The last administrator can be neither disabled nor made a member.',
    isAddition: true,
    failures: [409],
    example: { role: 'member' },
    params: z.object({ parley_uuid: ParleyUuid }),
    body: z.object({
      role: Role.optional(),
      is_disabled: z
        .boolean()
        .optional()
        .meta({ description: 'True disables the account, false enables it.', examples: [true] }),
    }),
    reply: data(UserSummary),
  }),

  /** Read the limits of a person, and what of them was used. */
  getLimits: endpoint({
    name: 'user.getLimits',
    method: 'GET',
    path: '/user/{parley_uuid}/limits',
    audience: 'person',
    role: 'administrator',
    summary: 'Read the limits of a person, and what of them was used',
    isAddition: true,
    params: z.object({ parley_uuid: ParleyUuid }),
    reply: data(PersonUsage),
  }),

  /** Set limits of a person over those of every user. */
  updateLimits: endpoint({
    name: 'user.updateLimits',
    method: 'PATCH',
    path: '/user/{parley_uuid}/limits',
    audience: 'person',
    role: 'administrator',
    event: { person: 'parley_uuid', about: ['turns', 'tokens', 'cost_usd', 'storage_bytes'] },
    summary: 'Set limits of a person over those of every user',
    description:
      'Counts from the next request of the person on. null takes a limit of the person away; a field that is left out stays.',
    isAddition: true,
    params: z.object({ parley_uuid: ParleyUuid }),
    body: changedLimits,
    reply: data(PersonUsage),
  }),

  /** Erase a person with all records, and leave a receipt. */
  erase: endpoint({
    name: 'user.erase',
    method: 'DELETE',
    path: '/user/{parley_uuid}',
    audience: 'person',
    role: 'administrator',
    event: { person: 'parley_uuid' },
    summary: 'Erase a person with all records, and leave a receipt',
    description:
      'The account is refused from the next request on. Records and files are deleted within seconds; files that a running backup copies, when it ends. This cannot be undone. The last administrator cannot be erased. Read the receipt at `GET /erasure/{erasure_id}`.',
    isAddition: true,
    failures: [409],
    params: z.object({ parley_uuid: ParleyUuid }),
    reply: begunErasure,
  }),
} as const
