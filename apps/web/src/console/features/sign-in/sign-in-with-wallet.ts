import type { SigningWallet } from '#web/console/components/browser-wallet/browser-wallet-key.ts'
import { signInBy } from './sign-in-by.ts'
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
  await signInBy({ by: 'wallet', wallet: wallet.address, signature, invitation })
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
