import { randomBytes } from 'node:crypto'
import { LIMITS } from '@parley/contract'
import { createWalletChallenge } from '@parley/db'
import { AppError } from '@parley/errors'
import { getAddress, zeroAddress } from 'viem'
import type { Deps } from '../deps.ts'
import { countSignIn } from './count-sign-in.ts'

/**
 * Gives a message to sign: a fixed sentence with the origin, so that a page elsewhere cannot pass ours on
 * unnoticed, and 64 hexadecimal digits (decisions.md, "Authentication"). Throws `rate_limited`, and
 * `invalid_request` for the zero address.
 */
export async function createChallenge(
  deps: Deps,
  { wallet, source }: { readonly wallet: string; readonly source: string | null },
): Promise<string> {
  const address = normaliseWallet(wallet)
  await countSignIn(deps, { source, wallet: address })
  const message = `Sign this message to log in to Parley at ${deps.origin}: ${randomBytes(32).toString('hex')}`
  const expiresAt = new Date(deps.now().getTime() + LIMITS.challengeSeconds * 1000)
  await createWalletChallenge(deps.db, { wallet: address, message, expiresAt })
  return message
}

/** One spelling for an address in any letter case (EIP-55). Throws `invalid_request` for the zero address. */
export function normaliseWallet(wallet: string): `0x${string}` {
  const address = getAddress(wallet.toLowerCase())
  if (address === zeroAddress) throw new AppError('invalid_request', 'The zero address cannot sign in.')
  return address
}
