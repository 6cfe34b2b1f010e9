import type { AdmittedBy, SignInKind } from '@parley/domain'

/** How people who have no account may get one. No mode at all means that no new person comes in. */
const ADMISSION_MODES = ['open', 'list', 'invite', 'group'] as const
export type AdmissionMode = (typeof ADMISSION_MODES)[number]

/** The rules of admission that the operator configured. Addresses, domains and modes are in lower case. */
export type AdmissionPolicy = {
  readonly modes: ReadonlySet<AdmissionMode>
  /** Wallets that `list` admits. */
  readonly wallets: ReadonlySet<string>
  /** Domains of verified e-mail addresses that `list` admits. */
  readonly emailDomains: ReadonlySet<string>
  /** Groups of the identity provider that `group` admits. */
  readonly groups: ReadonlySet<string>
  /** People who are administrators because the configuration names them. They are always admitted. */
  readonly administrators: {
    readonly wallets: ReadonlySet<string>
    readonly oidcSubjects: ReadonlySet<string>
    readonly oidcGroups: ReadonlySet<string>
  }
}

/** A proof of identity whose signature was verified, and what its issuer says about the person. */
export type VerifiedProof = {
  readonly kind: SignInKind
  /** The identity provider; empty for others. */
  readonly issuer: string
  /** Wallets: the address in lower case. */
  readonly subject: string
  /** The name that people see. */
  readonly label: string
  /** In EIP-55 spelling; null for other kinds. */
  readonly walletAddress: string | null
  /** Null when there is none, or the provider has not verified it. Decides about admission only, never about identity. */
  readonly verifiedEmail: string | null
  /** Null when the issuer said nothing about groups. */
  readonly groups: readonly string[] | null
  /** What a passkey is checked with; absent for other kinds. */
  readonly passkey?: { readonly publicKey: Uint8Array; readonly counter: number }
}

/** Whether the links of administrators admit new people. */
export function isByInvitation({ modes }: AdmissionPolicy): boolean {
  return modes.has('invite') || modes.has('open')
}

/** Returns the rule that admits a new person without an invitation, or null. */
export function decideAdmission(policy: AdmissionPolicy, proof: VerifiedProof): AdmittedBy | null {
  if (isConfiguredAdministrator(policy, proof)) return 'configuration'
  if (policy.modes.has('open')) return 'open'
  if (policy.modes.has('list') && isListed(policy, proof)) return 'list'
  if (policy.modes.has('group') && isInGroup(policy.groups, proof)) return 'group'
  return null
}

/** Whether the configuration names this person as an administrator. */
export function isConfiguredAdministrator(
  { administrators }: AdmissionPolicy,
  proof: VerifiedProof,
): boolean {
  if (proof.kind === 'wallet') return administrators.wallets.has(proof.subject)
  if (proof.kind !== 'oidc') return false
  return administrators.oidcSubjects.has(proof.subject) || isInGroup(administrators.oidcGroups, proof)
}

/** Whether the configuration names one of the proofs of an account, apart from groups. */
export function isConfiguredByName(
  { administrators }: AdmissionPolicy,
  signIns: readonly Pick<VerifiedProof, 'kind' | 'subject'>[],
): boolean {
  return signIns.some(({ kind, subject }) => {
    if (kind === 'wallet') return administrators.wallets.has(subject)
    return kind === 'oidc' && administrators.oidcSubjects.has(subject)
  })
}

/**
 * Why the groups of a proof no longer admit a person who came by a group; null when they do. Groups that the provider
 * did not send in full are unknown, and say nothing.
 */
export function refusalOfGroups({ modes, groups }: AdmissionPolicy, proof: VerifiedProof): string | null {
  if (!modes.has('group')) return null
  if (proof.kind !== 'oidc') return 'A group of the identity provider admits this account. Sign in there.'
  if (proof.groups === null || isInGroup(groups, proof)) return null
  return 'You are no longer in a group that this service admits. Ask an administrator.'
}

function isListed({ wallets, emailDomains }: AdmissionPolicy, proof: VerifiedProof): boolean {
  if (proof.kind === 'wallet') return wallets.has(proof.subject)
  const domain = proof.verifiedEmail?.toLowerCase().split('@').at(-1)
  return domain !== undefined && emailDomains.has(domain)
}

function isInGroup(groups: ReadonlySet<string>, proof: VerifiedProof): boolean {
  return proof.groups?.some((group) => groups.has(group)) ?? false
}
