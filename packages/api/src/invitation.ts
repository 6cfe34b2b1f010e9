import { LIMITS, OPERATIONS } from '@parley/contract'
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
  readInvitation,
} from '@parley/core'
import { presentInvitation } from './present/invitation.ts'
import { readPageRequest } from './present/page.ts'
import { procedures } from './procedure/procedures.ts'

const DAY_MS = 86_400_000

export const invitation = procedures(OPERATIONS.invitation, {
  create: async ({ deps, owner, input }) => {
    const { role = 'member', note = '', expires_in_days = LIMITS.invitationDays } = input
    const lifetimeMs = expires_in_days * DAY_MS
    const { invitation, link } = await createInvitation(deps, owner, { role, note, lifetimeMs })
    return { ...presentInvitation(invitation), link }
  },

  list: async ({ deps, owner, input }) => {
    const { rows, nextCursor } = await listInvitations(deps, owner, readPageRequest(input))
    return { invitations: rows.map(presentInvitation), next_cursor: nextCursor }
  },

  delete: async ({ deps, input }) => {
    await deleteInvitation(deps, input.invitation_id)
    return {}
  },

  read: async ({ deps, input, clientAddress }) => {
    const { role, expiresAt, admits } = await readInvitation(deps, {
      token: input.invitation,
      clientAddress: clientAddress ?? null,
    })
    return { role, expires_at: expiresAt.toISOString(), admits }
  },

  accept: async ({ deps, owner, input }) => {
    await acceptInvitation(deps, owner, input.invitation)
    return {}
  },
})
