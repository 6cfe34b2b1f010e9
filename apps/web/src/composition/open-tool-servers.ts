import { type Deps, openSignInRecords } from '@parley/core'
import { createSignIn, createToolServers, type Registry, type ToolServersInput } from '@parley/mcp'
import { createToolServerDeps } from './tool-server-deps.ts'
import { createToolSignIns, SIGN_IN_CALLBACK, signInStore } from './tool-sign-ins.ts'

export type OpenToolServers = Pick<Deps, 'toolServers' | 'toolSignIns'> & {
  readonly close: () => Promise<void>
}

/** Tool servers of all owners, with their sign-ins kept in the database. */
export function openToolServers(
  { db, cipher, origin }: Pick<Deps, 'db' | 'cipher' | 'origin'>,
  {
    registry,
    ...input
  }: Pick<ToolServersInput, 'fetch' | 'smitheryApiKey'> & { readonly registry: Registry },
): OpenToolServers {
  const records = openSignInRecords({ db, cipher })
  const signIn = createSignIn({
    ...input,
    store: signInStore(records),
    redirectUrl: `${origin}${SIGN_IN_CALLBACK}`,
  })
  const servers = createToolServers({
    ...input,
    authProvider: signIn.authProvider,
    signInUrl: (id) => `${origin}/tools?server=${encodeURIComponent(id)}`,
  })
  return {
    toolServers: createToolServerDeps(registry, servers),
    toolSignIns: createToolSignIns({ registry, servers, signIn, records }),
    close: () => servers.close(),
  }
}
