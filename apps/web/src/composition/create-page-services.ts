import { handleWebRequest, type OnFault } from '@parley/api'
import { authenticate, listAgents, recordSignIn, signOut, verifyWallet } from '@parley/core'
import { getUser } from '@parley/db'
import { isAppError } from '@parley/errors'
import type { PageServices } from '../auth/page-services.ts'
import type { Composition } from './compose.ts'

/** Creates the functions that the console's pages call directly. They call everything else through tRPC. */
export function createPageServices(
  {
    deps,
    secrets,
    ledger,
    identityProvider,
  }: Pick<Composition, 'deps' | 'secrets' | 'ledger' | 'identityProvider'>,
  onFault: OnFault,
): PageServices {
  return {
    origin: deps.origin,
    isOpen: (['open', 'list', 'group'] as const).some((mode) => deps.admission.modes.has(mode)),
    isOpenToAll: deps.admission.modes.has('open'),
    identityProvider: identityProvider?.name ?? null,
    secret: Buffer.from(secrets.consoleKey).toString('base64'),
    async signIn(proof) {
      const origin = { door: 'console', clientAddress: null } as const
      const verify = () => verifyWallet(deps, { ...proof, clientAddress: null })
      try {
        return (await recordSignIn(deps, origin, verify)).accessToken
      } catch (error) {
        if (isAppError(error) && error.code === 'unauthenticated') return null
        throw error
      }
    },
    async signOut(token) {
      const caller = await authenticate(deps, { bearer: token, clientAddress: null })
      if (caller?.kind === 'person') await signOut(deps, caller)
    },
    ledgerNetworks: ledger.map(({ name }) => name),
    handleRest: (request) => handleWebRequest(deps, request, onFault),
    async hasAgents(token) {
      const caller = await authenticate(deps, { bearer: token, clientAddress: null })
      return caller?.kind === 'person' && (await listAgents(deps, caller.owner)).length > 0
    },
    async findUser(token) {
      const caller = await authenticate(deps, { bearer: token, clientAddress: null })
      if (caller?.kind !== 'person') return null
      const user = await getUser(deps.db, caller.owner)
      return (
        user && { name: user.walletAddress ?? user.owner, isAdministrator: user.role === 'administrator' }
      )
    },
  }
}
