import type { OwnerId, SignInRecords, ToolSignIns } from '@parley/core'
import type { JsonObject, ToolProperty } from '@parley/domain'
import { AppError, isAppError } from '@parley/errors'
import {
  type Registry,
  type ServerTarget,
  type SignIn,
  type SignInKey,
  type SignInRecord,
  type SignInStore,
  type ToolServers,
  toolServerOfState,
} from '@parley/mcp'
import { findConnection } from './tool-server-deps.ts'

/** The address to which the authorization server of a tool server redirects the owner's browser. */
export const SIGN_IN_CALLBACK = '/api/mcp/oauth/callback'

export type SignInParts = {
  readonly registry: Registry
  readonly servers: ToolServers
  readonly signIn: SignIn
  readonly records: SignInRecords
}

/** Creates sign-ins at tool servers: the mcp package behind the use cases. */
export function createToolSignIns({ registry, servers, signIn, records }: SignInParts): ToolSignIns {
  async function findTarget(
    ownerId: OwnerId,
    toolServerId: string,
    properties: readonly ToolProperty[] = [],
  ): Promise<ServerTarget> {
    const connection = await findConnection(registry, toolServerId)
    return { ownerId, toolServerId, connection, properties }
  }

  return {
    async state(owner, toolServerId) {
      const target = await findTarget(owner, toolServerId)
      const record = await signInStore(records).load(target)
      if (record?.wantedScope) return 'needed'
      try {
        await servers.listTools(target)
      } catch (error) {
        if (isAppError(error) && error.code === 'conflict') return 'needed'
        // Without its configuration a server lists nothing, but it may still refuse a user without a sign-in.
        if (!isAppError(error) || error.code !== 'invalid_config') throw error
        if (!record?.tokens) return (await signIn.isNeeded(target)) ? 'needed' : 'not_needed'
      }
      return record?.tokens ? 'signed_in' : 'not_needed'
    },
    async start(owner, { toolServerId, properties }) {
      const started = await signIn.start(await findTarget(owner, toolServerId, properties))
      return started.kind === 'redirect' ? started.url : null
    },
    async finish(owner, parameters) {
      const toolServerId = toolServerOfState(parameters.get('state'))
      if (!toolServerId)
        throw new AppError(
          'invalid_request',
          'Invalid sign-in callback: the state parameter is missing. Start the sign-in again.',
        )
      await signIn.finish(await findTarget(owner, toolServerId), parameters)
      return toolServerId
    },
    end: (ownerId, toolServerId) => signIn.signOut({ ownerId, toolServerId }),
  }
}

/** The mcp package's store of sign-ins, over encrypted records. */
export function signInStore(records: SignInRecords): SignInStore {
  return {
    // The value that `save` below stored, unchanged.
    load: async (key) => (await records.load(toPlace(key))) as unknown as SignInRecord | null,
    // The type guarantees plain JSON.
    save: (key, record) => records.save(toPlace(key), record as unknown as JsonObject),
    remove: (key) => records.remove(toPlace(key)),
    tryLock: (key, lifetimeMs) => records.tryLock(toPlace(key), lifetimeMs),
    unlock: (key) => records.unlock(toPlace(key)),
  }
}

function toPlace({ ownerId, toolServerId }: SignInKey) {
  // The mcp package returns the owner that authentication returned.
  return { owner: ownerId as OwnerId, toolServerId }
}
