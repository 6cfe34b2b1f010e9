import { BUILTIN_TOOLS, FINAL_STEP, LIMITS, OPTIONAL_TOOLS } from '@parley/contract'
import { type Deps, openSignInRecords } from '@parley/core'
import {
  createOwnerSignIns,
  createOwnerTools,
  createSignIn,
  createSignInStore,
  createToolServers,
  type Registry,
  type SignInInput,
  type ToolServersInput,
} from '@parley/mcp'
import type { Settings } from '../env.ts'
import { clientMetadataUrl } from './mount-client-metadata.ts'
import { SIGN_IN_CALLBACK } from './mount-sign-in-callback.ts'

const MARGIN_MS = 5_000
/** Servers of the 2024 protocol send replies on one stream, which many calls share. */
const STREAM_MS = 180_000

export type OpenToolServers = Pick<Deps, 'toolServers' | 'toolSignIns'> & {
  readonly close: () => Promise<void>
}

/** Opens the tool servers of all owners, with their sign-ins in the database. */
export function openToolServers(
  { db, cipher, origin }: Pick<Deps, 'db' | 'cipher' | 'origin'>,
  {
    registry,
    ...input
  }: Pick<ToolServersInput, 'fetch' | 'smitheryApiKey' | 'connectMs' | 'listMs' | 'callMs'> &
    Pick<SignInInput, 'registeredClient'> & { readonly registry: Registry },
): OpenToolServers {
  const store = createSignInStore(openSignInRecords({ db, cipher }))
  const metadataUrl = clientMetadataUrl(origin)
  const signIn = createSignIn({
    ...input,
    ...(metadataUrl && { clientMetadataUrl: metadataUrl }),
    store,
    redirectUrl: `${origin}${SIGN_IN_CALLBACK}`,
  })
  const servers = createToolServers({
    ...input,
    maxTools: LIMITS.listedTools,
    authProvider: signIn.authProvider,
    fetchFor: signIn.fetchFor,
    signInUrl: (id) => `${origin}/tools?server=${encodeURIComponent(id)}`,
  })
  return {
    toolServers: createOwnerTools({
      registry,
      servers,
      reservedNames: [...BUILTIN_TOOLS, ...OPTIONAL_TOOLS, FINAL_STEP],
    }),
    toolSignIns: createOwnerSignIns({ registry, servers, signIn, store }),
    close: () => servers.close(),
  }
}

/** Timeouts for egress: a connection stays open while a phase of a tool server call has time left. */
export function toolServerTimes({ connectMs, listMs, callMs }: Settings['toolServers']) {
  const longestMs = Math.max(connectMs, listMs, callMs) + MARGIN_MS
  return { firstByteMs: longestMs, idleMs: longestMs, totalMs: Math.max(longestMs, STREAM_MS) }
}
