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
  /** The sign-in that is being started or finished; absent when no browser can be redirected. */
  readonly pending: PendingSignIn | undefined
  /** The address to redirect the owner's browser to. */
  readonly onRedirect: (url: URL) => void
}

/**
 * Creates the SDK's OAuth provider over a store of records. Without a pending sign-in it only uses and
 * refreshes tokens: it redirects no browser and does not disturb a sign-in that is under way elsewhere.
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
 * The metadata of this client for authorization servers, sent with a registration and served as the document
 * that replaces one (OAuth Client ID Metadata Document).
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

/** Clients by their issuer, registered by hand or dynamically. */
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
      // A refresh keeps a sign-in that is under way in the owner's browser. The sign-in that returned these
      // tokens has ended.
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
        // Another process may have refreshed meanwhile, so only the tokens that were invalid here are
        // deleted.
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

/** Stores the values that the second half of a sign-in in the owner's browser needs. */
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
      // This sign-in replaces the state and the verifier of an earlier one.
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

/** Returns the record of this server; a record for another address is ignored. */
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
