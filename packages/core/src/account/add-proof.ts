import { LIMITS } from '@parley/contract'
import { addSignIn, type Database, getUser, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { AdmissionPolicy, VerifiedProof } from '../admission/admission-policy.ts'

type Deps = { readonly db: Database; readonly admission: AdmissionPolicy }

/**
 * Adds a verified proof to an account. Returns its id. Accounts are never merged. Throws `conflict` when any account
 * has the proof already, and when this account has too many. Throws `forbidden` for a person whom a group admits and
 * for a disabled account.
 */
export async function addProof(deps: Deps, owner: OwnerId, proof: VerifiedProof): Promise<string> {
  await requireOwnProofs(deps, owner, proof.kind)
  const added = await addSignIn(deps.db, owner, { signIn: proof, limit: LIMITS.signInsPerUser })
  if (added.kind === 'added') return added.id
  throw added.kind === 'gone'
    ? new AppError('forbidden', 'This account is disabled. Ask an administrator to enable it.')
    : new AppError('conflict', REFUSALS[added.kind])
}

/**
 * Refuses proofs besides the provider's for a person whom a group of the provider admits: the person could come in with
 * them after leaving the group. Throws `forbidden`.
 */
export async function requireOwnProofs(
  { db, admission }: Deps,
  owner: OwnerId,
  kind: VerifiedProof['kind'] | 'recovery_code',
): Promise<void> {
  if (kind === 'oidc' || !admission.modes.has('group')) return
  const user = await getUser(db, owner)
  if (user?.admittedBy !== 'group') return
  const sentence =
    'A group of the identity provider admits this account, so it has no other way to sign in. Ask an administrator.'
  throw new AppError('forbidden', sentence)
}

const REFUSALS = {
  own: 'This account has this way to sign in already.',
  taken: 'Another account has this way to sign in. Sign in with it and remove it there first.',
  full: `An account has at most ${LIMITS.signInsPerUser} ways to sign in. Remove one first.`,
} as const
