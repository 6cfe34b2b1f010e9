import type { JsonObject } from '@parley/agent'
import type { OwnerId, Property, SignInRecords, ToolSignIns } from '@parley/core'
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
import { findConnection, revealProperty } from './tool-server-deps.ts'

/** Where the authorization server of a tool server sends the owner's browser back to. */
export const SIGN_IN_CALLBACK = '/api/mcp/oauth/callback'

export type SignInParts = {
  readonly registry: Registry
  readonly servers: ToolServers
  readonly signIn: SignIn
  readonly records: SignInRecords
}

/** Sign-ins at tool servers: the mcp package behind the use cases. */
export function createToolSignIns({ registry, servers, signIn, records }: SignInParts): ToolSignIns {
  async function findTarget(
    ownerId: OwnerId,
    toolServerId: string,
    properties: readonly Property[] = [],
  ): Promise<ServerTarget> {
    const connection = await findConnection(registry, toolServerId)
    return { ownerId, toolServerId, connection, properties: properties.map(revealProperty) }
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
        // Without its configuration a server lists nothing, but it may still turn away who is not signed in.
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
      if (!toolServerId) throw new AppError('invalid_request', 'This is not the end of a sign-in.')
      await signIn.finish(await findTarget(owner, toolServerId), parameters)
      return toolServerId
    },
    end: (ownerId, toolServerId) => signIn.signOut({ ownerId, toolServerId }),
  }
}

/** The store the mcp package keeps its sign-ins in, over encrypted records. */
export function signInStore(records: SignInRecords): SignInStore {
  return {
    // What `save` below stored, unchanged.
    load: async (key) => (await records.load(toPlace(key))) as unknown as SignInRecord | null,
    // Plain JSON by its type's promise.
    save: (key, record) => records.save(toPlace(key), record as unknown as JsonObject),
    remove: (key) => records.remove(toPlace(key)),
  }
}

function toPlace({ ownerId, toolServerId }: SignInKey) {
  // The mcp package hands back the owner that authentication yielded.
  return { owner: ownerId as OwnerId, toolServerId }
}
