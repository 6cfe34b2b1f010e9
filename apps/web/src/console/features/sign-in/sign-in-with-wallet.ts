import { signIn } from 'next-auth/react'
import type { SigningWallet } from '#web/console/components/browser-wallet/browser-wallet-key.ts'
import { SIGN_IN_TEXTS } from './texts.ts'

export type SignInStage = 'waiting' | 'signingIn'

/**
 * Requests a challenge, lets the wallet sign it and exchanges it for a session cookie. Throws an Error whose
 * message is a sentence for the user.
 */
export async function signInWithWallet(
  wallet: SigningWallet,
  { invitation, onStage }: { readonly invitation: string; readonly onStage: (stage: SignInStage) => void },
): Promise<void> {
  onStage('waiting')
  const challenge = await getChallenge(wallet.address)
  const signature = await wallet.signMessage(challenge)
  onStage('signingIn')
  const proof = { wallet: wallet.address, signature, invitation }
  const result = await signIn('credentials', { redirect: false, ...proof })
  if (!result?.ok) throw new Error(sentenceOf(result?.error))
}

/** The library passes a sentence of the service on, and names its own failures in one word. */
function sentenceOf(error: string | null | undefined): string {
  return error?.includes(' ') ? error : SIGN_IN_TEXTS.refused
}

async function getChallenge(address: string): Promise<string> {
  const response = await fetch(`/api/auth/challenge?wallet=${encodeURIComponent(address)}`)
  const body: unknown = await response.json()
  if (isChallenge(body)) return body.data.nonce
  throw new Error(isFailure(body) ? body.message : SIGN_IN_TEXTS.unreachable)
}

function isChallenge(body: unknown): body is { data: { nonce: string } } {
  if (typeof body !== 'object' || body === null || !('data' in body)) return false
  const { data } = body
  return typeof data === 'object' && data !== null && 'nonce' in data && typeof data.nonce === 'string'
}

function isFailure(body: unknown): body is { message: string } {
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
}
