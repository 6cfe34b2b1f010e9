import type { Client } from '#web/console/trpc/client.ts'

export type Branch = Awaited<ReturnType<Client['session']['listBranches']['query']>>['branches'][number]

/**
 * The sessions with the versions of a question, oldest first: the session that asked it first, and the branches from
 * this place. `shown` is the index of the version that the open session has. A deleted session is left out.
 */
export function versionsOf(
  branches: readonly Branch[],
  { sessionId, place }: { readonly sessionId: string; readonly place: number },
): { readonly versions: readonly Branch[]; readonly shown: number } {
  const own = ownerOf(branches, { sessionId, place })
  const origin = own?.branch_at === place && own.branch_of !== null ? own.branch_of : own?.session_id
  const versions = branches.filter(
    ({ session_id, branch_of, branch_at }) =>
      session_id === origin || (branch_of === origin && branch_at === place),
  )
  return { versions, shown: versions.findIndex(({ session_id }) => session_id === own?.session_id) }
}

/** The session that wrote the message at a place, among `sessionId` and the sessions that it branched from. */
function ownerOf(
  branches: readonly Branch[],
  { sessionId, place }: { readonly sessionId: string; readonly place: number },
): Branch | undefined {
  const branch = branches.find(({ session_id }) => session_id === sessionId)
  if (!branch || branch.branch_of === null || (branch.branch_at ?? 0) <= place) return branch
  return ownerOf(branches, { sessionId: branch.branch_of, place }) ?? branch
}
