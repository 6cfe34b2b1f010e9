'use client'

import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { useTRPCClient } from '#web/console/trpc/client.ts'
import { httpStatusOf } from '#web/console/trpc/http-status-of.ts'

/** Revokes this session's token on the server, deletes the cookie, and opens the front page. */
export function useSignOut() {
  const client = useTRPCClient()
  return useMutation({
    mutationFn: async () => {
      await client.auth.signOut.mutate({}).catch(acceptSignedOut)
      const { signOut } = await import('next-auth/react')
      await signOut({ redirect: false })
    },
    onSuccess: () => {
      // The drafts of this user are not for the next one.
      window.sessionStorage.clear()
      window.location.assign('/')
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
  })
}

/** An expired or revoked token needs no revoking. */
function acceptSignedOut(error: unknown): void {
  if (httpStatusOf(error) !== 401) throw error
}
