import type {
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import type { PendingSignIn, SignInKey, SignInRecord, SignInStore } from './types.ts'

export type ProviderOptions = {
  readonly store: SignInStore
  readonly key: SignInKey
  readonly serverUrl: string
  readonly redirectUrl: string
  readonly clientName: string
  readonly clientMetadataUrl: string | undefined
  readonly registeredClient: StoredOAuthClientInformation | undefined
  /** The sign-in being started or finished; absent when nobody is there to be sent anywhere. */
  readonly pending: PendingSignIn | undefined
  /** Where the owner has to be sent. */
  readonly onRedirect: (url: URL) => void
}

/**
 * What the SDK needs for signing in, over a store of records. Without a pending sign-in it only uses and
 * refreshes tokens: it neither sends anybody anywhere nor disturbs a sign-in that is under way elsewhere.
 */
export function createProvider(options: ProviderOptions): OAuthClientProvider {
  const { key, store, serverUrl, redirectUrl, clientMetadataUrl, registeredClient } = options
  let isPending = options.pending !== undefined
  let lastTokens: StoredOAuthTokens | undefined

  const load = async (): Promise<SignInRecord> => {
    const record = await store.load(key)
    return record?.serverUrl === serverUrl ? record : { serverUrl }
  }
  const update = async (change: (record: SignInRecord) => SignInRecord) =>
    store.save(key, change(await load()))
  const updatePending = async (part: Partial<PendingSignIn>) => {
    if (isPending)
      await update((record) => ({ ...record, pending: { ...(record.pending ?? newest(options)), ...part } }))
  }

  return {
    redirectUrl,
    ...(clientMetadataUrl ? { clientMetadataUrl } : {}),
    clientMetadata: {
      client_name: options.clientName,
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    state: () => options.pending?.state ?? '',
    clientInformation: async (context) => {
      if (registeredClient) return registeredClient
      const { clients = {} } = await load()
      return context ? clients[context.issuer] : undefined
    },
    saveClientInformation: async (information, context) => {
      const issuer = context?.issuer ?? information.issuer
      if (!issuer || registeredClient) return
      await update((record) => ({ ...record, clients: { ...record.clients, [issuer]: information } }))
    },
    tokens: async (context) => {
      const { tokens } = await load()
      lastTokens = tokens
      return context && tokens?.issuer && tokens.issuer !== context.issuer ? undefined : tokens
    },
    saveTokens: async (tokens) => {
      lastTokens = tokens
      isPending = false
      await update(({ pending: _pending, wantedScope: _wantedScope, ...record }) => ({ ...record, tokens }))
    },
    redirectToAuthorization: async (url) => {
      options.onRedirect(url)
      const wantedScope = url.searchParams.get('scope')
      if (!isPending && wantedScope) await update((record) => ({ ...record, wantedScope }))
    },
    saveCodeVerifier: (codeVerifier) => updatePending({ codeVerifier }),
    codeVerifier: async () => (await load()).pending?.codeVerifier ?? '',
    saveDiscoveryState: (discovery) => updatePending({ discovery }),
    discoveryState: async () => (isPending ? options.pending?.discovery : undefined),
    invalidateCredentials: async (scope) => {
      if (scope === 'verifier' || scope === 'discovery') return
      const { tokens, clients, ...record } = await load()
      // Another process may have refreshed meanwhile: only what was found invalid here is dropped.
      const isOurs = tokens?.access_token === lastTokens?.access_token
      const kept = tokens && !(isOurs && scope !== 'client') ? { tokens } : {}
      await store.save(key, { ...record, ...kept, ...(clients && scope === 'tokens' ? { clients } : {}) })
    },
  }
}

function newest({ pending }: ProviderOptions): PendingSignIn {
  return pending ?? { state: '', startedAt: Date.now() }
}
