import { answerWebRequest, type OnFault } from '@parley/api'
import { authenticate, type Deps, deriveKey, verifyWallet } from '@parley/core'
import { getUser } from '@parley/db'
import type { PageServices } from '../auth/page-services.ts'

/** What the console's pages may ask of the service directly; everything else they call as tRPC. */
export function createPageServices(deps: Deps, onFault: OnFault): PageServices {
  return {
    origin: deps.origin,
    secret: Buffer.from(deriveKey(deps.apiKeyPepper, 'console sign-in')).toString('base64'),
    signIn: async (proof) => (await verifyWallet(deps, proof)).accessToken,
    answerRest: (request) => answerWebRequest(deps, request, onFault),
    async findUser(token) {
      const caller = await authenticate(deps, token)
      if (caller?.kind !== 'person') return null
      const user = await getUser(deps.db, caller.owner)
      return user && { name: user.walletAddress ?? user.owner }
    },
  }
}
