import { randomBytes } from 'node:crypto'
import { LIMITS } from '@parley/contract'
import { issueWalletChallenge } from '@parley/db'
import { AppError } from '@parley/errors'
import { countSignIn, type SignInDeps } from './count-sign-in.ts'

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

type Deps = SignInDeps & { readonly origin: string }

/**
 * Returns a message to sign: a fixed sentence with the origin, so that a wallet shows which service asks, and
 * 64 hexadecimal digits. The message is valid for five to six minutes, even when other requests name the same wallet.
 * Under a flood of requests several of them get the same message. Throws AppError `rate_limited`,
 * `unavailable` when too many challenges are open, and `invalid_request` for the zero address.
 */
export async function createChallenge(
  deps: Deps,
  { wallet, clientAddress }: { readonly wallet: string; readonly clientAddress: string | null },
): Promise<string> {
  const address = await normaliseWallet(wallet)
  await countSignIn(deps, { clientAddress, wallet: address })
  const message = `Sign this message to log in to Parley at ${deps.origin}: ${randomBytes(32).toString('hex')}`
  const lifetimeSeconds = LIMITS.challengeSeconds
  const issued = await issueWalletChallenge(deps.db, { wallet: address, message, lifetimeSeconds })
  if (issued !== null) return issued
  throw new AppError('unavailable', 'Too many sign-ins have been started. Try again in a minute.', {
    retryAfterSeconds: 60,
  })
}

/**
 * Returns an address in the one spelling of EIP-55, whatever letter case it had. Throws `invalid_request` for
 * the zero address.
 */
export async function normaliseWallet(wallet: string): Promise<`0x${string}`> {
  // Loaded here, because programs of the operator start a quarter faster without it.
  const { getAddress } = await import('viem/utils')
  const address = getAddress(wallet.toLowerCase())
  if (address === ZERO_ADDRESS) throw new AppError('invalid_request', 'The zero address cannot sign in.')
  return address
}
