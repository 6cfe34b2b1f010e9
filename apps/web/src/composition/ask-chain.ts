import type { Deps } from '@parley/core'
import type { Egress } from '@parley/net'

/** Maximum time that a sign-in waits for a chain. */
const CHAIN_MS = 2_000

/**
 * Verifies signatures of contract wallets on a chain, deployed (ERC-1271) or not yet (ERC-6492), by calls
 * that change nothing. A signature is invalid when a call fails. Only a service with a chain loads its client.
 */
export async function askChain(
  rpcUrl: string,
  egress: Egress,
): Promise<NonNullable<Deps['isSignedByContract']>> {
  const { createPublicClient, http } = await import('viem')
  const { fetch } = egress.for('chain')
  const transport = http(rpcUrl, { fetchFn: fetch, timeout: CHAIN_MS, retryCount: 0 })
  // A contract may name other addresses to call (ERC-3668); the service does not call them.
  const client = createPublicClient({ transport, ccipRead: false })
  return async ({ wallet, message, signature }) => {
    try {
      return await client.verifyMessage({ address: wallet, message, signature })
    } catch {
      return false
    }
  }
}
