import { handleWebRequest, type OnFault } from '@parley/api'
import { OPERATIONS } from '@parley/contract'
import {
  authenticate,
  type Deps,
  listAgents,
  recordSignIn,
  recover,
  registerPasskey,
  renewSession,
  type SignedIn,
  signOut,
  verifyPasskey,
  verifyWallet,
} from '@parley/core'
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
    async signIn(fields) {
      const verify = readProof(deps, fields)
      if (verify === null) return null
      const origin = { door: 'console', clientAddress: null } as const
      try {
        return (await recordSignIn(deps, origin, verify)).accessToken
      } catch (error) {
        if (fields.by === 'wallet' && isAppError(error) && error.code === 'unauthenticated') return null
        throw error
      }
    },
    async signOut(token) {
      const caller = await findPerson(deps, token)
      if (caller) await signOut(deps, caller)
    },
    renew: (token) => unlessUnavailable(() => renewSession(deps, token), token),
    isSession: (token) => unlessUnavailable(async () => (await findPerson(deps, token)) !== null, true),
    ledgerNetworks: ledger.map(({ name }) => name),
    handleRest: (request) => handleWebRequest(deps, request, onFault),
    async hasAgents(token) {
      const caller = await findPerson(deps, token)
      return caller !== null && (await listAgents(deps, caller.owner)).length > 0
    },
    async findUser(token) {
      const caller = await findPerson(deps, token)
      const user = caller && (await getUser(deps.db, caller.owner))
      return (
        user && { name: user.walletAddress ?? user.owner, isAdministrator: user.role === 'administrator' }
      )
    },
  }
}

/** The person of an access token; null when it is expired or revoked. */
async function findPerson(deps: Deps, token: string) {
  const caller = await authenticate(deps, { bearer: token, clientAddress: null })
  return caller?.kind === 'person' ? caller : null
}

/**
 * Returns `kept` where the database does not answer. The sign-in library deletes the cookie of a session that it cannot
 * read, and a database that is away for a moment ends no session. `kept` gives no access: requests check the token.
 */
async function unlessUnavailable<Value>(read: () => Promise<Value>, kept: Value): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (isAppError(error) && error.code === 'unavailable') return kept
    throw error
  }
}

/** Returns the function that checks a proof; null for fields that are no proof. The shell has limited the client. */
function readProof(deps: Deps, fields: Readonly<Record<string, unknown>>): (() => Promise<SignedIn>) | null {
  const { verify, verifyPasskey: use, registerPasskey: register, recover: restore } = OPERATIONS.auth
  const client = { clientAddress: null }
  switch (fields.by) {
    case 'wallet': {
      const { data } = verify.input.safeParse(fields)
      return data ? () => verifyWallet(deps, { ...data, ...client }) : null
    }
    case 'passkey': {
      const { data } = use.input.safeParse(fields)
      return data ? () => verifyPasskey(deps, { ...data, ...client }) : null
    }
    case 'new_passkey': {
      const { data } = register.input.safeParse(fields)
      if (!data) return null
      const { invitation = null, ...made } = data
      return () => registerPasskey(deps, { ...made, invitation, ...client })
    }
    case 'recovery_code': {
      const { data } = restore.input.safeParse(fields)
      return data ? () => recover(deps, { ...data, ...client }) : null
    }
    default:
      return null
  }
}
