import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type RawServer, startRawServer } from './start-raw-server.ts'

export type ProtectedServer = RawServer & {
  /** The access token that the server accepts now. */
  accessToken: string
  refreshToken: string
  /** The scope of the access token; every request needs all of `neededScope`. */
  grantedScope: string
  neededScope: string
  authorizationEndpoint: string
  /** Whether the server accepts Client ID Metadata Documents instead of a registration. */
  hasClientDocuments: boolean
  /** Whether the second use of a refresh token ends the sign-in, as RFC 9700 advises. */
  isRevokingOnReuse: boolean
  /** Runs between a token request and its reply. */
  onTokenRequest: () => void
  readonly registrations: Record<string, unknown>[]
  readonly tokenRequests: URLSearchParams[]
}

/**
 * Starts a tool server that requires an access token, with its authorization server at the same address:
 * metadata, registration of clients, codes and refreshing. The code is always `code-1`.
 */
export async function startProtectedServer(): Promise<ProtectedServer> {
  const raw = await startRawServer({
    intercept: async (request, response) => {
      const page = PAGES[(request.url ?? '').split('?')[0] ?? '']
      if (!page) return isStopped(server, request, response)
      const body = await page(server, request, response)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
      return true
    },
  })
  const server: ProtectedServer = Object.assign(raw, {
    accessToken: 'access-0',
    refreshToken: 'refresh-0',
    grantedScope: 'read',
    neededScope: 'read',
    authorizationEndpoint: `${raw.origin}/authorize`,
    hasClientDocuments: false,
    isRevokingOnReuse: false,
    onTokenRequest: () => {},
    registrations: [],
    tokenRequests: [],
  })
  return server
}

type Page = (server: ProtectedServer, request: IncomingMessage, response: ServerResponse) => unknown

const PAGES: Record<string, Page> = {
  '/.well-known/oauth-protected-resource': ({ origin }) => ({
    resource: `${origin}/`,
    authorization_servers: [origin],
    scopes_supported: ['read'],
  }),
  '/.well-known/oauth-authorization-server': ({ origin, authorizationEndpoint, hasClientDocuments }) => ({
    issuer: origin,
    authorization_endpoint: authorizationEndpoint,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: hasClientDocuments,
    token_endpoint_auth_methods_supported: ['none'],
  }),
  '/register': async ({ registrations }, request, response) => {
    const metadata = JSON.parse(await text(request))
    registrations.push(metadata)
    response.statusCode = 201
    return { ...metadata, client_id: `client-${registrations.length}` }
  },
  '/token': async (server, request, response) => {
    const form = new URLSearchParams(await text(request))
    const number = server.tokenRequests.push(form)
    server.onTokenRequest()
    const isReused = server.tokenRequests
      .slice(0, -1)
      .some((earlier) => earlier.get('refresh_token') === (form.get('refresh_token') ?? ''))
    if (isReused && server.isRevokingOnReuse) {
      server.accessToken = 'revoked'
      server.refreshToken = 'revoked'
    }
    const isGood = form.get('code') === 'code-1' || form.get('refresh_token') === server.refreshToken
    if (!isGood) {
      response.statusCode = 400
      return { error: 'invalid_grant' }
    }
    server.accessToken = `access-${number}`
    server.refreshToken = `refresh-${number}`
    const { accessToken, refreshToken, grantedScope } = server
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      refresh_token: refreshToken,
      scope: grantedScope,
    }
  },
}

function isStopped(server: ProtectedServer, request: IncomingMessage, response: ServerResponse): boolean {
  const metadata = `resource_metadata="${server.origin}/.well-known/oauth-protected-resource"`
  if (request.headers.authorization !== `Bearer ${server.accessToken}`) {
    response.writeHead(401, { 'www-authenticate': `Bearer ${metadata}` }).end()
    return true
  }
  const granted = server.grantedScope.split(' ')
  if (server.neededScope.split(' ').every((scope) => granted.includes(scope))) return false
  const challenge = `Bearer error="insufficient_scope", scope="${server.neededScope}", ${metadata}`
  response.writeHead(403, { 'www-authenticate': challenge }).end()
  return true
}
