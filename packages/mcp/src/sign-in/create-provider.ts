import type {
  OAuthClientMetadata,
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
  const { redirectUrl, clientMetadataUrl, clientName } = options
  return {
    redirectUrl,
    ...(clientMetadataUrl ? { clientMetadataUrl } : {}),
    clientMetadata: describeClient({ clientName, redirectUrl }),
    ...registration(options),
    ...tokenKeeping(options),
    ...interaction(options),
  }
}

/**
 * What this client says of itself to authorization servers, when it registers and in the document that stands in for
 * a registration (OAuth Client ID Metadata Document).
 */
export function describeClient({
  clientName,
  redirectUrl,
}: Pick<ProviderOptions, 'clientName' | 'redirectUrl'>): OAuthClientMetadata {
  return {
    client_name: clientName,
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
}

/** Clients registered by hand or on the fly, by the issuer they are known to. */
function registration(
  options: ProviderOptions,
): Pick<OAuthClientProvider, 'clientInformation' | 'saveClientInformation'> {
  const { registeredClient } = options
  return {
    clientInformation: async (context) => {
      if (registeredClient) return registeredClient
      const { clients = {} } = await load(options)
      return context ? clients[context.issuer] : undefined
    },
    saveClientInformation: async (information, context) => {
      const issuer = context?.issuer ?? information.issuer
      if (!issuer || registeredClient) return
      await update(options, (record) => ({
        ...record,
        clients: { ...record.clients, [issuer]: information },
      }))
    },
  }
}

function tokenKeeping(
  options: ProviderOptions,
): Pick<OAuthClientProvider, 'tokens' | 'saveTokens' | 'invalidateCredentials'> {
  let lastTokens: StoredOAuthTokens | undefined
  return {
    tokens: async (context) => {
      const { tokens } = await load(options)
      lastTokens = tokens
      return context && tokens?.issuer && tokens.issuer !== context.issuer ? undefined : tokens
    },
    saveTokens: async (tokens) => {
      lastTokens = tokens
      // A sign-in under way in the owner's browser outlives a refresh; the one that brought these is over.
      const isFinished = options.pending !== undefined
      await update(options, ({ pending, wantedScope, ...record }) => ({
        ...record,
        ...(!isFinished && pending ? { pending } : {}),
        ...(!isFinished && wantedScope ? { wantedScope } : {}),
        tokens,
      }))
    },
    invalidateCredentials: async (scope) => {
      if (scope === 'verifier' || scope === 'discovery') return
      await update(options, ({ tokens, clients, ...record }) => {
        // Another process may have refreshed meanwhile: only what was found invalid here is dropped.
        const isOurs = tokens?.access_token === lastTokens?.access_token
        const areTokensKept = scope === 'client' || !isOurs
        return {
          ...record,
          ...(tokens && areTokensKept ? { tokens } : {}),
          ...(clients && scope === 'tokens' ? { clients } : {}),
        }
      })
    },
  }
}

/** What a sign-in in the owner's browser leaves for its second half. */
function interaction(
  options: ProviderOptions,
): Pick<
  OAuthClientProvider,
  | 'state'
  | 'redirectToAuthorization'
  | 'saveCodeVerifier'
  | 'codeVerifier'
  | 'saveDiscoveryState'
  | 'discoveryState'
> {
  const { pending, onRedirect } = options
  const updatePending = async (part: Partial<PendingSignIn>) => {
    if (!pending) return
    await update(options, (record) => {
      // Another start left a state and a verifier of its own, which this one replaces.
      const begun = record.pending?.state === pending.state ? record.pending : pending
      return { ...record, pending: { ...begun, ...part } }
    })
  }
  return {
    state: () => pending?.state ?? '',
    redirectToAuthorization: async (url) => {
      onRedirect(url)
      const wantedScope = url.searchParams.get('scope')
      if (!pending && wantedScope) await update(options, (record) => ({ ...record, wantedScope }))
    },
    saveCodeVerifier: (codeVerifier) => updatePending({ codeVerifier }),
    codeVerifier: async () => (await load(options)).pending?.codeVerifier ?? '',
    saveDiscoveryState: (discovery) => updatePending({ discovery }),
    discoveryState: async () => pending?.discovery,
  }
}

/** The record of this server; one for another address counts as none. */
async function load({ store, key, serverUrl }: ProviderOptions): Promise<SignInRecord> {
  const record = await store.load(key)
  return record?.serverUrl === serverUrl ? record : { serverUrl }
}

async function update(
  options: ProviderOptions,
  change: (record: SignInRecord) => SignInRecord,
): Promise<void> {
  await options.store.save(options.key, change(await load(options)))
}
