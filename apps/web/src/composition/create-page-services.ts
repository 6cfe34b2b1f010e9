import { answerWebRequest, type OnFault } from '@parley/api'
import { authenticate, listAgents, verifyWallet } from '@parley/core'
import { getUser } from '@parley/db'
import type { PageServices } from '../auth/page-services.ts'
import type { Composition } from './compose.ts'

/** What the console's pages may ask of the service directly; everything else they call as tRPC. */
export function createPageServices({ deps, secrets, ledger }: Composition, onFault: OnFault): PageServices {
  return {
    origin: deps.origin,
    secret: Buffer.from(secrets.consoleKey).toString('base64'),
    signIn: async (proof) => (await verifyWallet(deps, { ...proof, source: null })).accessToken,
    ledgerNetworks: ledger.map(({ name }) => name),
    answerRest: (request) => answerWebRequest(deps, request, onFault),
    async hasAgents(token) {
      const caller = await authenticate(deps, token)
      return caller?.kind === 'person' && (await listAgents(deps, caller.owner)).length > 0
    },
    async findUser(token) {
      const caller = await authenticate(deps, token)
      if (caller?.kind !== 'person') return null
      const user = await getUser(deps.db, caller.owner)
      return user && { name: user.walletAddress ?? user.owner }
    },
  }
}
