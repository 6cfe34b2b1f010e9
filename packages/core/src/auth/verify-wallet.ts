import { setImmediate } from 'node:timers/promises'
import { consumeWalletChallenge, listOpenWalletChallenges } from '@parley/db'
import { AppError } from '@parley/errors'
import type { AdmissionPolicy, VerifiedProof } from '../admission/admission-policy.ts'
import type { AccessTokens } from './access-token.ts'
import { normaliseWallet } from './challenge.ts'
import { countSignIn, type SignInDeps } from './count-sign-in.ts'
import { type SignedIn, signInWithProof } from './sign-in-with-proof.ts'

type ProofDeps = SignInDeps & { readonly isSignedByContract?: IsSignedByContract }

type Deps = ProofDeps & { readonly accessTokens: AccessTokens; readonly admission: AdmissionPolicy }

/**
 * Asks a chain whether a contract wallet, deployed or not, accepts a signature (ERC-1271, ERC-6492). Returns
 * false also when the chain does not answer in time.
 */
export type IsSignedByContract = (signed: {
  readonly wallet: `0x${string}`
  readonly message: string
  readonly signature: `0x${string}`
}) => Promise<boolean>

export type WalletProof = {
  readonly wallet: string
  readonly signature: string
  /** The client's address. Null when the request was counted against it before. */
  readonly clientAddress: string | null
}

/** Challenges that a contract wallet is asked about at once, newest first. Each is a call to the chain. */
const ASKED_AT_ONCE = 8
/**
 * Maximum hexadecimal digits. Signatures of many owners are long, and so are those that deploy the wallet
 * (ERC-6492).
 */
const MAX_DIGITS = 16_384

type Challenge = { readonly id: string; readonly message: string }
type Hex = `0x${string}`

/**
 * Exchanges a signature over one of the wallet's open challenges for an access token, as `signInWithProof` does.
 * `invitation` is the token of an invitation for a person without an account.
 */
export async function verifyWallet(
  deps: Deps,
  { invitation = null, ...proof }: WalletProof & { readonly invitation?: string | null | undefined },
): Promise<SignedIn> {
  return signInWithProof(deps, await checkWallet(deps, proof), invitation)
}

/**
 * Checks a signature over one of the wallet's open challenges. The challenge is used up, also when two requests send
 * the same signature at once. Only a wrong signature counts against the wallet, so that strangers cannot lock its
 * owner out. Throws AppError `rate_limited`, and `unauthenticated` for every wrong signature.
 */
export async function checkWallet(deps: ProofDeps, proof: WalletProof): Promise<VerifiedProof> {
  const wallet = await normaliseWallet(proof.wallet)
  await countSignIn(deps, { clientAddress: proof.clientAddress, wallet: null })
  const signature = readSignature(deps, proof.signature)
  const open = await listOpenWalletChallenges(deps.db, wallet)
  // Plain keys are tried first. They need no chain, so an unreachable chain delays contract wallets only.
  const signed =
    (await findSignedByKey(open, wallet, signature)) ??
    (await findSignedByContract(deps, open, { wallet, signature }))

  if (!signed || !(await consumeWalletChallenge(deps.db, signed.id))) {
    await countSignIn(deps, { clientAddress: null, wallet })
    throw new AppError(
      'unauthenticated',
      'The signature does not match an open challenge of this wallet. Get a new challenge and sign it.',
    )
  }
  return {
    kind: 'wallet',
    issuer: '',
    subject: wallet.toLowerCase(),
    label: wallet,
    walletAddress: wallet,
    verifiedEmail: null,
    groups: null,
  }
}

/** Without a chain to ask about contract wallets, only plain signatures of 65 bytes are accepted. */
function readSignature({ isSignedByContract }: ProofDeps, text: string): Hex {
  if (/^0x[0-9a-fA-F]{130}$/.test(text)) return text as Hex
  if (!isSignedByContract) {
    throw new AppError(
      'unauthenticated',
      'The signature must be 65 bytes: an EIP-191 personal message signature.',
    )
  }
  if (/^0x(?:[0-9a-fA-F]{2})+$/.test(text) && text.length <= MAX_DIGITS) return text as Hex
  throw new AppError('unauthenticated', `The signature must be 1 to ${MAX_DIGITS / 2} bytes in hexadecimal.`)
}

async function findSignedByKey(
  open: readonly Challenge[],
  wallet: Hex,
  signature: Hex,
): Promise<Challenge | null> {
  for (const challenge of open) {
    if (await isSignedByKey(wallet, challenge.message, signature)) return challenge
    // A recovery takes milliseconds, so other requests run in between.
    await setImmediate()
  }
  return null
}

async function isSignedByKey(wallet: Hex, message: string, signature: Hex): Promise<boolean> {
  const { hashMessage, isAddressEqual, recoverAddress } = await import('viem/utils')
  try {
    return isAddressEqual(await recoverAddress({ hash: hashMessage(message), signature }), wallet)
  } catch {
    // Values outside the curve and signatures of another form recover no address.
    return false
  }
}

async function findSignedByContract(
  { isSignedByContract }: ProofDeps,
  open: readonly Challenge[],
  by: { readonly wallet: Hex; readonly signature: Hex },
): Promise<Challenge | null> {
  if (!isSignedByContract) return null
  // Tries all open challenges, because other clients can request newer ones for the same wallet.
  for (let start = 0; start < open.length; start += ASKED_AT_ONCE) {
    const asked = open.slice(start, start + ASKED_AT_ONCE)
    const answers = await Promise.all(asked.map(({ message }) => isSignedByContract({ ...by, message })))
    const signed = asked.find((_, index) => answers[index])
    if (signed) return signed
  }
  return null
}
