'use client'

import { notifications } from '@mantine/notifications'
import type { AppRouter } from '@parley/api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import {
  keepBrowserWallet,
  parseBrowserWallet,
  readBrowserWallet,
  type SigningWallet,
  toSigningWallet,
} from '#web/console/components/browser-wallet/browser-wallet-key.ts'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { useTRPC, useTRPCClient } from '#web/console/trpc/client.ts'
import { httpStatusOf } from '#web/console/trpc/http-status-of.ts'
import { pageLanguage } from '#web/language/page-language.ts'
import { addressAfterSignOut } from './address-after-sign-out.ts'
import { ACCOUNT_TEXTS as texts } from './texts.ts'

export type ShownAccount = inferRouterOutputs<AppRouter>['account']['get']

/** The account of this session, with the ways to sign in. */
export function useAccount() {
  const trpc = useTRPC()
  return useQuery(trpc.account.get.queryOptions({}))
}

/** What this person used in this month, and the limits. */
export function useUsage() {
  const trpc = useTRPC()
  return useQuery(trpc.usage.get.queryOptions({}))
}

/** Lets the browser create a passkey and adds it. */
export function useAddPasskey() {
  const client = useTRPCClient()
  const onSuccess = useRefreshAccount()
  return useMutation({
    mutationFn: async () => {
      const { startRegistration } = await import('@simplewebauthn/browser')
      const label = texts.passkeyLabel(new Date().toLocaleDateString(pageLanguage().locale))
      const { options } = await client.account.startPasskey.mutate({ label })
      // The service sends options in the form of the specification.
      const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
      const credential = JSON.parse(JSON.stringify(await startRegistration({ optionsJSON })))
      await client.account.addPasskey.mutate({ credential, label })
    },
    onSuccess,
  })
}

/** Adds the wallet of this browser, which is created where there is none. */
export function useAddBrowserWallet() {
  const client = useTRPCClient()
  const onSuccess = useRefreshAccount()
  return useMutation({
    mutationFn: async () => {
      const kept = parseBrowserWallet(readBrowserWallet()) ?? (await keepBrowserWallet())
      await addWallet(client, toSigningWallet(kept))
    },
    onSuccess,
  })
}

/** Adds a wallet that is an extension of this browser: its owner connects it and signs a challenge. */
export function useAddExtensionWallet() {
  const client = useTRPCClient()
  const onSuccess = useRefreshAccount()
  return useMutation({
    mutationFn: async (open: () => Promise<SigningWallet>) => addWallet(client, await open()),
    onSuccess,
  })
}

async function addWallet(client: ReturnType<typeof useTRPCClient>, wallet: SigningWallet): Promise<void> {
  const { nonce } = await client.auth.challenge.query({ wallet: wallet.address })
  const signature = await wallet.signMessage(nonce)
  await client.account.addWallet.mutate({ wallet: wallet.address, signature })
}

/** Removes a way to sign in. */
export function useRemoveSignIn() {
  const trpc = useTRPC()
  const onSuccess = useRefreshAccount()
  return useMutation(trpc.account.removeSignIn.mutationOptions({ onSuccess }))
}

/** Creates recovery codes; only this reply has them, and it is dropped with the page. */
export function useCreateRecoveryCodes() {
  const trpc = useTRPC()
  const onSuccess = useRefreshAccount()
  return useMutation({ ...trpc.account.createRecoveryCodes.mutationOptions({ onSuccess }), gcTime: 0 })
}

/** Erases the account, and opens the page of its receipt. */
export function useEraseAccount() {
  const trpc = useTRPC()
  return useMutation(
    trpc.account.erase.mutationOptions({
      onSuccess: async ({ erasure_id }) => {
        window.sessionStorage.clear()
        // The session is refused already; this deletes its cookie. Whatever happens to it, the account is erased.
        await import('next-auth/react')
          .then(({ signOut }) => signOut({ redirect: false }))
          .catch(() => undefined)
        window.location.assign(`/erased?id=${erasure_id}`)
      },
    }),
  )
}

/** Ends every other session of this person. */
export function useEndOtherSessions() {
  const trpc = useTRPC()
  return useMutation(trpc.account.endOtherSessions.mutationOptions())
}

function useRefreshAccount() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(trpc.account.get.queryFilter())
}

/** Revokes this session's token on the server, deletes the cookie, and opens `target` or the provider's page. */
export function useSignOut(target = '/') {
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
      window.location.assign(addressAfterSignOut(target, document.cookie))
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
  })
}

/** An expired or revoked token needs no revoking. */
function acceptSignedOut(error: unknown): void {
  if (httpStatusOf(error) !== 401) throw error
}
