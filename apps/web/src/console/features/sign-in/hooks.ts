'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import { toReturnPath } from '#web/auth/return-path.ts'
import type { SigningWallet } from '#web/console/components/browser-wallet/browser-wallet-key.ts'
import { translateSentence } from '#web/language/translate-sentence.ts'
import { type SignInStage, signInWithWallet } from './sign-in-with-wallet.ts'
import { SIGN_IN_TEXTS } from './texts.ts'

/** The EIP-1193 code of a request that the user declined. */
const USER_REJECTED = 4001

export type WalletSignIn = {
  readonly stage: SignInStage | null
  readonly error: string | null
  /** `getWallet` may ask the user, for example to connect an extension. */
  readonly start: (getWallet: () => Promise<SigningWallet>) => void
  /** Signs in by another proof, then opens `path` or the page that a wallet opens. */
  readonly run: (signIn: (onStage: (stage: SignInStage) => void) => Promise<void>, path?: string) => void
}

/**
 * Runs one sign-in at a time, then opens the page named in the address, or the chats. `invitation` is the token of an
 * invitation; empty for none. `onSignedIn` is called in place of opening a page.
 */
export function useSignIn(invitation: string, onSignedIn?: () => void): WalletSignIn {
  const router = useRouter()
  const [stage, setStage] = useState<SignInStage | null>(null)
  const [error, setError] = useState<string | null>(null)

  const run: WalletSignIn['run'] = useCallback(
    (signIn, path) => {
      setError(null)
      setStage('waiting')
      signIn(setStage)
        .then(() => {
          if (onSignedIn) onSignedIn()
          else router.replace(path ?? (invitation === '' ? pathAfterSignIn() : toReturnPath(null)))
        })
        .catch((failure: unknown) => {
          setError(sentenceFor(failure))
          setStage(null)
        })
    },
    [router, invitation, onSignedIn],
  )
  const start = (getWallet: () => Promise<SigningWallet>) =>
    run(async (onStage) => signInWithWallet(await getWallet(), { invitation, onStage }))
  return { stage, error, start, run }
}

/** A redirect keeps the fragment of the original address. */
function pathAfterSignIn(): string {
  const { search, hash } = window.location
  const path = toReturnPath(new URLSearchParams(search).get('next'))
  return path.includes('#') ? path : `${path}${hash}`
}

function sentenceFor(failure: unknown): string {
  if (isRejection(failure)) return SIGN_IN_TEXTS.rejected
  if (isCancelled(failure)) return SIGN_IN_TEXTS.cancelled
  if (failure instanceof TypeError) return SIGN_IN_TEXTS.unreachable
  return failure instanceof Error ? translateSentence(failure.message) : SIGN_IN_TEXTS.unreachable
}

/** Browsers report one error for a passkey that was declined, not found or timed out (WebAuthn). */
function isCancelled(failure: unknown): boolean {
  return failure instanceof Error && failure.name === 'NotAllowedError'
}

function isRejection(failure: unknown): boolean {
  if (typeof failure !== 'object' || failure === null) return false
  if ('code' in failure && failure.code === USER_REJECTED) return true
  return 'cause' in failure && isRejection(failure.cause)
}
