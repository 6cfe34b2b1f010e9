'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import {
  type BrowserWallet,
  parseBrowserWallet,
  readBrowserWallet,
  watchBrowserWallet,
} from './components/browser-wallet-key.ts'
import { type SignInStage, type SigningWallet, signInWithWallet } from './components/sign-in-with-wallet.ts'
import { SIGN_IN_TEXTS } from './texts.ts'

/** Wallets answer a declined request with this EIP-1193 code. */
const USER_REJECTED = 4001

export type SignIn = {
  readonly stage: SignInStage | null
  readonly error: string | null
  /** `getWallet` may itself ask the person, for example to connect an extension. */
  readonly start: (getWallet: () => Promise<SigningWallet>) => void
}

/** Runs one sign-in at a time and goes to the chats when it worked. */
export function useSignIn(): SignIn {
  const router = useRouter()
  const [stage, setStage] = useState<SignInStage | null>(null)
  const [error, setError] = useState<string | null>(null)

  const start = useCallback(
    (getWallet: () => Promise<SigningWallet>) => {
      setError(null)
      setStage('waiting')
      getWallet()
        .then((wallet) => signInWithWallet(wallet, setStage))
        .then(() => router.replace('/chats'))
        .catch((failure: unknown) => {
          setError(sentenceFor(failure))
          setStage(null)
        })
    },
    [router],
  )
  return { stage, error, start }
}

/** The wallet kept in this browser; null while there is none and on the server. */
export function useBrowserWallet(): BrowserWallet | null {
  const stored = useSyncExternalStore(watchBrowserWallet, readBrowserWallet, () => null)
  return useMemo(() => parseBrowserWallet(stored), [stored])
}

function sentenceFor(failure: unknown): string {
  if (isRejection(failure)) return SIGN_IN_TEXTS.rejected
  if (failure instanceof TypeError) return SIGN_IN_TEXTS.unreachable
  return failure instanceof Error ? failure.message : SIGN_IN_TEXTS.unreachable
}

function isRejection(failure: unknown): boolean {
  if (typeof failure !== 'object' || failure === null) return false
  if ('code' in failure && failure.code === USER_REJECTED) return true
  return 'cause' in failure && isRejection(failure.cause)
}
