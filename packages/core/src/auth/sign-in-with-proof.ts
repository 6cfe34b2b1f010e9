import {
  type Account,
  createAccount,
  createInvitedAccount,
  type Database,
  findAccount,
  listOwnSignIns,
  setConfiguredRole,
} from '@parley/db'
import type { SignInKind } from '@parley/domain'
import { AppError } from '@parley/errors'
import {
  type AdmissionPolicy,
  decideAdmission,
  isByInvitation,
  isConfiguredAdministrator,
  isConfiguredByName,
  refusalOfGroups,
  type VerifiedProof,
} from '../admission/admission-policy.ts'
import { digestInvitation } from '../secrets/invitation-token.ts'
import type { AccessTokens } from './access-token.ts'

type Deps = {
  readonly db: Database
  readonly accessTokens: AccessTokens
  readonly admission: AdmissionPolicy
}

export type SignedIn = {
  readonly accessToken: string
  readonly userId: string
  /** What proved the identity. */
  readonly by: SignInKind | 'recovery_code'
}

/**
 * Signs in the person of a verified proof. A person without an account gets one when a rule of admission or the
 * invitation admits; otherwise nothing is stored. People with an account keep it when the rules change. Throws
 * `forbidden` with what to do for a person who is not admitted, and for a disabled account.
 */
export async function signInWithProof(
  deps: Deps,
  proof: VerifiedProof,
  invitation: string | null,
): Promise<SignedIn> {
  const account = (await findAccount(deps.db, proof)) ?? (await admitPerson(deps, proof, invitation))
  if (account.isDisabled)
    throw new AppError('forbidden', 'This account is disabled. Ask an administrator to enable it.')
  const refusal = account.admittedBy === 'group' ? refusalOfGroups(deps.admission, proof) : null
  if (refusal !== null) throw new AppError('forbidden', refusal)
  await keepConfiguredRole(deps, account, proof)
  return { accessToken: await deps.accessTokens.sign(account.owner), userId: account.owner, by: proof.kind }
}

async function admitPerson(deps: Deps, proof: VerifiedProof, invitation: string | null): Promise<Account> {
  const { walletAddress } = proof
  const person = { signIn: proof, walletAddress }
  const admittedBy = decideAdmission(deps.admission, proof)
  if (invitation !== null) {
    const isFirstOnly = !isByInvitation(deps.admission)
    const used = { digest: digestInvitation(invitation), isFirstOnly }
    const account = await createInvitedAccount(deps.db, person, used)
    if (account) return account
    if (!admittedBy && !isFirstOnly) {
      const sentence = 'This invitation was used or has expired. Ask an administrator for a new one.'
      throw new AppError('forbidden', sentence)
    }
  }
  if (!admittedBy) throw new AppError('forbidden', sayWhatAdmits(deps.admission))
  const isRoleConfigured = isConfiguredAdministrator(deps.admission, proof)
  const role = isRoleConfigured ? 'administrator' : 'member'
  return createAccount(deps.db, { ...person, admittedBy, role, isRoleConfigured })
}

/**
 * Updates the role that the configuration gives, whichever proof of the account is used. Only the provider sends
 * groups: a role that groups may have given stays when another proof is used or the groups are unknown.
 */
async function keepConfiguredRole(deps: Deps, account: Account, proof: VerifiedProof): Promise<void> {
  const isNamed = isConfiguredAdministrator(deps.admission, proof)
  if (isNamed && account.role !== 'administrator')
    await setConfiguredRole(deps.db, account.owner, 'administrator')
  if (isNamed || !account.isRoleConfigured) return
  if (proof.groups === null && deps.admission.administrators.oidcGroups.size > 0) return
  if (isConfiguredByName(deps.admission, await listOwnSignIns(deps.db, account.owner))) return
  await setConfiguredRole(deps.db, account.owner, 'member')
}

function sayWhatAdmits({ modes }: AdmissionPolicy): string {
  if (modes.has('invite'))
    return 'New people need an invitation here. Ask an administrator for a link, and open it in this browser.'
  if (modes.has('group')) return 'You are in no group that this service admits. Ask an administrator.'
  if (modes.has('list'))
    return 'You are not on the list of people that this service admits. Ask an administrator.'
  return 'This service admits no new people. Ask an administrator.'
}
