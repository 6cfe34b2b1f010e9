import { createSetupInvitation, type Database, findOpenInvitation, hasAdministrator } from '@parley/db'
import type { AdmissionPolicy } from '../admission/admission-policy.ts'
import { digestInvitation, linkOf, mintInvitation } from '../secrets/invitation-token.ts'

type Deps = { readonly db: Database; readonly origin: string; readonly admission: AdmissionPolicy }

/** How long the link of the first administrator works. A later start makes another one. */
const LIFETIME_MS = 86_400_000

/**
 * Returns the link that makes the first administrator; null while there is one, and when the configuration names
 * administrators. `previousLink` is returned again while it works. The link stops working once an administrator
 * exists.
 */
export async function openSetup(deps: Deps, previousLink: string | null): Promise<string | null> {
  const { wallets, oidcSubjects, oidcGroups } = deps.admission.administrators
  if (wallets.size + oidcSubjects.size + oidcGroups.size > 0) return null
  if (await hasAdministrator(deps.db)) return null
  const previous = previousLink?.split('#')[1]
  if (previous && (await findOpenInvitation(deps.db, digestInvitation(previous))))
    return linkOf(deps.origin, previous)
  const token = mintInvitation()
  await createSetupInvitation(deps.db, { digest: digestInvitation(token), lifetimeMs: LIFETIME_MS })
  return linkOf(deps.origin, token)
}
