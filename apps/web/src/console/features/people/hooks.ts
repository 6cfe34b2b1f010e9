'use client'

import type { AppRouter } from '@parley/api'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { useTRPC } from '#web/console/trpc/client.ts'

/** The people with an account, newest first, a page at a time. */
export function usePeople() {
  const trpc = useTRPC()
  return useInfiniteQuery(
    trpc.user.list.infiniteQueryOptions({}, { getNextPageParam: (page) => page.next_cursor }),
  )
}

/** Changes a role, or disables or enables an account. */
export function useUpdatePerson() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const onSuccess = () => queryClient.invalidateQueries(trpc.user.list.infiniteQueryFilter())
  return useMutation(trpc.user.update.mutationOptions({ onSuccess }))
}

export type ShownLimits = inferRouterOutputs<AppRouter>['user']['getLimits']

/** The limits of a person, and how much of them was used. */
export function usePersonLimits(parley_uuid: string) {
  const trpc = useTRPC()
  return useQuery(trpc.user.getLimits.queryOptions({ parley_uuid }, { staleTime: 0, gcTime: 0 }))
}

/** Sets limits of a person. */
export function useUpdateLimits() {
  const trpc = useTRPC()
  return useMutation(trpc.user.updateLimits.mutationOptions())
}

/** Erases a person. */
export function useErasePerson() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const onSuccess = async () => {
    await queryClient.invalidateQueries(trpc.user.list.infiniteQueryFilter())
    await queryClient.invalidateQueries(trpc.erasure.list.queryFilter())
  }
  return useMutation(trpc.user.erase.mutationOptions({ onSuccess }))
}

/** The newest erasures and invitations on the page. */
const LISTED = 200

const LOOK_EVERY_MS = 2_000

/** The newest erasures. While one runs, the list of people is read again too. */
export function useErasures() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useQuery(
    trpc.erasure.list.queryOptions(
      { limit: LISTED },
      {
        refetchInterval: ({ state }) => {
          if (!state.data || state.data.erasures.every(({ is_sealed }) => is_sealed)) return false
          void queryClient.invalidateQueries(trpc.user.list.infiniteQueryFilter())
          return LOOK_EVERY_MS
        },
      },
    ),
  )
}

/** The newest invitations, without their links. */
export function useInvitations() {
  const trpc = useTRPC()
  return useQuery(trpc.invitation.list.queryOptions({ limit: LISTED }))
}

/** Creates an invitation; only this reply contains its link, which is dropped with the dialog. */
export function useCreateInvitation() {
  const trpc = useTRPC()
  const onSuccess = useRefreshInvitations()
  return useMutation({ ...trpc.invitation.create.mutationOptions({ onSuccess }), gcTime: 0 })
}

/** Deletes an invitation. */
export function useDeleteInvitation() {
  const trpc = useTRPC()
  const onSuccess = useRefreshInvitations()
  return useMutation(trpc.invitation.delete.mutationOptions({ onSuccess }))
}

function useRefreshInvitations() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(trpc.invitation.list.queryFilter())
}
