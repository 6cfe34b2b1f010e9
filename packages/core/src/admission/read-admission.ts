import type { AdmissionMode, AdmissionPolicy } from './admission-policy.ts'

/** The variables of admission as they are written. */
type Written = {
  readonly mode: 'local' | 'public'
  /** Null when PARLEY_ADMIT is not set. */
  readonly admit: readonly (AdmissionMode | 'closed')[] | null
  readonly admitList: readonly string[]
  readonly admitGroups: readonly string[]
  readonly administrators: readonly string[]
  readonly hasIdentityProvider: boolean
}

const WALLET = /^0x[0-9a-f]{40}$/
const DOMAIN = /^@[a-z0-9-]+(\.[a-z0-9-]+)+$/

/**
 * Reads the rules of admission. Without PARLEY_ADMIT a service in local mode admits everyone, and a public one admits
 * people by invitation. Throws an Error that names the variable for a rule that cannot work.
 */
export function readAdmission(written: Written): AdmissionPolicy {
  const { mode, admit, admitList, admitGroups, hasIdentityProvider } = written
  const modes = admit ?? [mode === 'local' ? 'open' : 'invite']
  requireOne(modes, 'closed')
  requireOne(modes, 'open')
  if (modes.includes('list') !== admitList.length > 0)
    throw new Error('PARLEY_ADMIT_LIST: set it together with PARLEY_ADMIT=list.')
  if (modes.includes('group') !== admitGroups.length > 0)
    throw new Error('PARLEY_ADMIT_GROUPS: set it together with PARLEY_ADMIT=group.')
  const entries = admitList.map((entry) => entry.toLowerCase())
  const wrong = entries.find((entry) => !WALLET.test(entry) && !DOMAIN.test(entry))
  if (wrong !== undefined)
    throw new Error(
      `PARLEY_ADMIT_LIST: "${wrong}" must be a wallet address or a domain such as @example.com.`,
    )
  const emailDomains = entries.filter((entry) => DOMAIN.test(entry)).map((entry) => entry.slice(1))
  if (!hasIdentityProvider && (emailDomains.length > 0 || modes.includes('group')))
    throw new Error('PARLEY_ADMIT: domains and groups need an identity provider; set PARLEY_OIDC_ISSUER.')
  return {
    modes: new Set(modes.filter((each) => each !== 'closed')),
    wallets: new Set(entries.filter((entry) => WALLET.test(entry))),
    emailDomains: new Set(emailDomains),
    groups: new Set(admitGroups),
    administrators: readAdministrators(written),
  }
}

/** `open` admits everyone and `closed` admits no one, so a second rule would have no effect. */
function requireOne(modes: readonly string[], alone: 'open' | 'closed'): void {
  if (modes.includes(alone) && modes.length > 1)
    throw new Error(`PARLEY_ADMIT: ${alone} cannot be combined with other rules.`)
}

const KINDS = { wallet: 'wallets', oidc: 'oidcSubjects', 'oidc-group': 'oidcGroups' } as const

function readAdministrators({
  administrators,
  hasIdentityProvider,
}: Written): AdmissionPolicy['administrators'] {
  const sets = { wallets: new Set<string>(), oidcSubjects: new Set<string>(), oidcGroups: new Set<string>() }
  for (const entry of administrators) {
    const [, kind, value = ''] = /^(wallet|oidc|oidc-group):(.+)$/.exec(entry) ?? []
    const isWallet = kind === 'wallet'
    if (!kind || (isWallet && !WALLET.test(value.toLowerCase())))
      throw new Error(`PARLEY_ADMIN: "${entry}" must be wallet:0x…, oidc:<subject> or oidc-group:<name>.`)
    if (!isWallet && !hasIdentityProvider)
      throw new Error(`PARLEY_ADMIN: "${entry}" needs an identity provider; set PARLEY_OIDC_ISSUER.`)
    // The expression above allows these kinds only.
    sets[KINDS[kind as keyof typeof KINDS]].add(isWallet ? value.toLowerCase() : value)
  }
  return sets
}
