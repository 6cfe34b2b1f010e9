import { signIn } from 'next-auth/react'
import { SIGN_IN_TEXTS } from '../texts.ts'

/** Whatever can sign a personal message for an address: an extension, or the key kept in this browser. */
export type SigningWallet = {
  readonly address: string
  /** Rejects when the person declines. */
  readonly signMessage: (message: string) => Promise<string>
}

export type SignInStage = 'waiting' | 'signingIn'

/**
 * Asks for a challenge, has it signed and exchanges it for a session cookie. Throws an Error whose message
 * is a sentence for the person.
 */
export async function signInWithWallet(
  wallet: SigningWallet,
  onStage: (stage: SignInStage) => void,
): Promise<void> {
  onStage('waiting')
  const challenge = await getChallenge(wallet.address)
  const signature = await wallet.signMessage(challenge)
  onStage('signingIn')
  const result = await signIn('credentials', { redirect: false, wallet: wallet.address, signature })
  if (!result?.ok) throw new Error(SIGN_IN_TEXTS.refused)
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
