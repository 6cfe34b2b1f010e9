'use client'

import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { httpStatusOf } from '#web/components/http-status-of.ts'
import { sentenceOf } from '#web/components/sentence-of.ts'
import { useTRPCClient } from '#web/trpc/client.ts'

/** Revokes this session's token on the server, drops the cookie, and leaves for the front page. */
export function useSignOut() {
  const client = useTRPCClient()
  return useMutation({
    mutationFn: async () => {
      await client.auth.signOut.mutate({}).catch(acceptSignedOut)
      const { signOut } = await import('next-auth/react')
      await signOut({ redirect: false })
    },
    onSuccess: () => window.location.assign('/'),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
  })
}

/** A token that no longer counts needs no revoking. */
function acceptSignedOut(error: unknown): void {
  if (httpStatusOf(error) !== 401) throw error
}
