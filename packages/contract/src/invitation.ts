import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { ParleyUuid } from './parley-uuid.ts'
import { text } from './text.ts'
import { LocalTimestamp, UtcTimestamp } from './timestamp.ts'
import { Role } from './user.ts'

/** The secret part of an invitation's link. */
export const InvitationToken = text(LIMITS.invitationTokenLength).meta({
  description: 'The part of the link after `#`.',
  examples: ['mYb0m2Gk3oQ1qJrQ8mY2Zw'],
})

const InvitationId = z
  .uuid()
  .meta({ description: 'The id of an invitation.', examples: ['7f8a2c4e-0000-4000-8000-000000000009'] })

const InvitationSummary = z
  .object({
    invitation_id: InvitationId,
    role: Role,
    note: z.string().describe('What the administrator wrote about it.'),
    created_at: LocalTimestamp,
    created_by: ParleyUuid.describe('The administrator who made it.'),
    expires_at: UtcTimestamp,
    used_at: LocalTimestamp.nullable().describe('Null while it was not used.'),
    used_by: ParleyUuid.nullable().describe('The person who used it.'),
  })
  .meta({ id: 'InvitationSummary', description: 'A link that admits one person.' })
export type InvitationSummary = z.infer<typeof InvitationSummary>

export const invitation = {
  /** Make a link that admits one person. */
  create: endpoint({
    name: 'invitation.create',
    method: 'POST',
    path: '/invitation',
    audience: 'person',
    role: 'administrator',
    event: { target: 'invitation_id', about: ['role'] },
    summary: 'Make a link that admits one person',
    description: 'Only this reply contains the link. The first person who opens it and signs in uses it up.',
    isAddition: true,
    replay: 'nothing',
    example: { note: 'Maria, Sales', expires_in_days: 7 },
    body: z.object({
      role: Role.optional(),
      note: text(LIMITS.nameLength)
        .optional()
        .meta({ description: 'For whom it is, for administrators.', examples: ['Maria, Sales'] }),
      expires_in_days: z
        .int()
        .min(1)
        .max(LIMITS.longestInvitationDays)
        .optional()
        .meta({
          description: `Days for which the link works; ${LIMITS.invitationDays} by default.`,
          examples: [7],
        }),
    }),
    reply: data(
      InvitationSummary.extend({
        link: z.url().meta({
          description: 'The link to send to the person.',
          examples: ['https://parley.example/invitation#mYb0m2Gk3oQ1qJrQ8mY2Zw'],
        }),
      }),
    ),
  }),

  /** List the invitations, newest first, used and expired ones included. */
  list: endpoint({
    name: 'invitation.list',
    method: 'GET',
    path: '/invitation',
    audience: 'person',
    role: 'administrator',
    summary: 'List the invitations, newest first, used and expired ones included',
    description: 'A page at a time: send next_cursor as cursor until it is null.',
    isAddition: true,
    query: z.object(PAGE_QUERY),
    reply: data(
      z.object({
        invitations: z.array(InvitationSummary).describe('Invitations, newest first.'),
        next_cursor: NextCursor,
      }),
    ),
  }),

  /** Delete an invitation, so that its link admits no person. */
  delete: endpoint({
    name: 'invitation.delete',
    method: 'DELETE',
    path: '/invitation/{invitation_id}',
    audience: 'person',
    role: 'administrator',
    event: { target: 'invitation_id' },
    summary: 'Delete an invitation, so that its link admits no person',
    isAddition: true,
    params: z.object({ invitation_id: InvitationId }),
    reply: emptyData,
  }),

  /** Read what an invitation gives. */
  read: endpoint({
    name: 'invitation.read',
    method: 'POST',
    path: '/invitation/read',
    audience: 'public',
    summary: 'Read what an invitation gives',
    description: 'Send the token as `invitation` to the sign-in to use it.',
    isAddition: true,
    failures: [404],
    body: z.object({ invitation: InvitationToken }),
    reply: data(
      z.object({
        role: Role,
        expires_at: UtcTimestamp,
        admits: z
          .boolean()
          .describe(
            'Whether a person without an account comes in by it; false while the service admits no one.',
          ),
      }),
    ),
  }),

  /** Become an administrator by an invitation for administrators. */
  accept: endpoint({
    name: 'invitation.accept',
    method: 'POST',
    path: '/invitation/accept',
    audience: 'person',
    event: {},
    summary: 'Become an administrator by an invitation for administrators',
    isAddition: true,
    failures: [404],
    replay: 'nothing',
    body: z.object({ invitation: InvitationToken }),
    reply: emptyData,
  }),
} as const
