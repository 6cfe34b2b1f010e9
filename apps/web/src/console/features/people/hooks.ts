'use client'

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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

/** The newest invitations, without their links. */
export function useInvitations() {
  const trpc = useTRPC()
  return useQuery(trpc.invitation.list.queryOptions({}))
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
