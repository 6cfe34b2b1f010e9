import type { Deps } from '@parley/core'
import type { Egress } from '@parley/net'
import { createPublicClient, http } from 'viem'

/** A sign-in waits for a chain no longer than this. */
const CHAIN_MS = 2_000

/**
 * Asks a chain about signatures of contract wallets, deployed (ERC-1271) or not yet (ERC-6492), by calls that change
 * nothing. Whatever goes wrong there, the signature does not count.
 */
export function askChain(rpcUrl: string, egress: Egress): NonNullable<Deps['isSignedByContract']> {
  const { fetch } = egress.for('chain')
  const transport = http(rpcUrl, { fetchFn: fetch, timeout: CHAIN_MS, retryCount: 0 })
  // A contract may name addresses to look further at (ERC-3668); the service goes nowhere on a contract's word.
  const client = createPublicClient({ transport, ccipRead: false })
  return async ({ wallet, message, signature }) => {
    try {
      return await client.verifyMessage({ address: wallet, message, signature })
    } catch {
      return false
    }
  }
}
