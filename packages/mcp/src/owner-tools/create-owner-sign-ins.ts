import type { OwnerId, ToolProperty } from '@parley/domain'
import { AppError, isAppError } from '@parley/errors'
import type { Registry } from '../registry/types.ts'
import { type SignIn, toolServerOfState } from '../sign-in/create-sign-in.ts'
import type { SignInStore } from '../sign-in/types.ts'
import type { ToolServers } from '../tool-server/create-tool-servers.ts'
import type { ServerTarget } from '../tool-server/types.ts'
import { findConnection } from './find-connection.ts'

/** Sign-ins of owners at tool servers. */
export type OwnerSignIns = {
  /**
   * Asks the server whether the owner has to sign in. Throws `not_found` for an unknown server, `upstream_failed`,
   * `upstream_timeout`.
   */
  readonly state: (owner: OwnerId, toolServerId: string) => Promise<'not_needed' | 'needed' | 'signed_in'>
  /** Returns the address for the owner's browser, or null when no sign-in is needed. Throws like `state`. */
  readonly start: (owner: OwnerId, server: ServerToSignIn) => Promise<string | null>
  /** Completes a sign-in with the parameters of the browser's callback. Returns the server. */
  readonly finish: (owner: OwnerId, parameters: URLSearchParams) => Promise<string>
  /** Deletes the owner's tokens for a server. */
  readonly end: (owner: OwnerId, toolServerId: string) => Promise<void>
}

type ServerToSignIn = { readonly toolServerId: string; readonly properties: readonly ToolProperty[] }

type OwnerSignInsInput = {
  readonly registry: Registry
  readonly servers: ToolServers
  readonly signIn: SignIn
  readonly store: SignInStore
}

/** Creates the sign-ins of owners at the servers of a registry. */
export function createOwnerSignIns({ registry, servers, signIn, store }: OwnerSignInsInput): OwnerSignIns {
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
      const record = await store.load(target)
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
