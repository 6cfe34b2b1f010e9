import { consumeWalletChallenge, findOrCreateUserByWallet, listOpenWalletChallenges } from '@parley/db'
import { AppError } from '@parley/errors'
import { hashMessage, isAddressEqual, recoverAddress } from 'viem'
import type { Deps } from '../deps.ts'
import { normaliseWallet } from './challenge.ts'
import { countSignIn } from './count-sign-in.ts'

export type WalletProof = {
  readonly wallet: string
  readonly signature: string
  /** Where it came from; null where somebody else has counted that. */
  readonly source: string | null
}

/**
 * Exchanges a signature over one of the wallet's open challenges for an access token. The challenge is used
 * up, also when two requests bring the same signature at once. Throws `rate_limited`, and `unauthenticated`
 * for everything else.
 */
export async function verifyWallet(
  deps: Deps,
  proof: WalletProof,
): Promise<{ accessToken: string; userId: string }> {
  const wallet = normaliseWallet(proof.wallet)
  await countSignIn(deps, { source: proof.source, wallet })
  const signature = readSignature(proof.signature)
  const open = await listOpenWalletChallenges(deps.db, wallet)

  for (const challenge of open) {
    if (!(await isSignedBy(wallet, challenge.message, signature))) continue
    if (!(await consumeWalletChallenge(deps.db, challenge.id))) break
    const user = await findOrCreateUserByWallet(deps.db, wallet)
    return { accessToken: await deps.accessTokens.sign(user.owner), userId: user.owner }
  }
  throw new AppError(
    'unauthenticated',
    'The signature does not match an open challenge of this wallet. Get a new challenge and sign it.',
  )
}

/** Only plain signatures of 65 bytes: those of contract wallets would need a chain to be checked. */
function readSignature(text: string): `0x${string}` {
  if (/^0x[0-9a-fA-F]{130}$/.test(text)) return text as `0x${string}`
  throw new AppError(
    'unauthenticated',
    'The signature must be 65 bytes: an EIP-191 personal message signature.',
  )
}

async function isSignedBy(
  wallet: `0x${string}`,
  message: string,
  signature: `0x${string}`,
): Promise<boolean> {
  try {
    return isAddressEqual(await recoverAddress({ hash: hashMessage(message), signature }), wallet)
  } catch {
    // Values outside the curve recover nobody.
    return false
  }
}
