import type { Deps } from '@parley/core'
import type { Egress } from '@parley/net'

const TIMEOUT_MS = 2_000

/**
 * Returns a function that verifies signatures of contract wallets, deployed (ERC-1271) or not yet (ERC-6492), by
 * read-only calls to a node of their chain. A signature whose call fails is invalid. `timeoutMs` is the maximum time of
 * a call, in milliseconds, by default 2 seconds.
 */
export async function createContractVerifier(
  rpcUrl: string,
  egress: Egress,
  { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): Promise<NonNullable<Deps['isSignedByContract']>> {
  // Loaded here, because most services have no chain.
  const { createPublicClient, http } = await import('viem')
  const { fetch } = egress.for('chain')
  const transport = http(rpcUrl, { fetchFn: fetch, timeout: timeoutMs, retryCount: 0 })
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
