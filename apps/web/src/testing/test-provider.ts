import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

type Claims = Record<string, unknown>
type SigningKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']
type KeyPair = { readonly kid: string; readonly privateKey: SigningKey; readonly shown: JWK }

/** What a provider that misbehaves does differently; by default it behaves. */
export type Misbehaviour = {
  /** Changes the claims of the ID token. */
  readonly claims?: (claims: Claims) => Claims
  /** Replaces the whole signed ID token. */
  readonly token?: (token: string, claims: Claims, provider: TestProvider) => string | Promise<string>
  /** Changes the metadata of the provider. */
  readonly metadata?: (metadata: Claims) => Claims
  /** Changes what the browser brings back. */
  readonly returned?: (returned: URLSearchParams) => void
  /** Replaces the reply of the token endpoint. */
  readonly reply?: (response: ServerResponse, body: Claims) => void
  readonly keys?: (keys: JWK[]) => JWK[]
}

export type TestProvider = {
  readonly issuer: string
  readonly key: KeyPair
  misbehaviour: Misbehaviour
  /** The person that signs in. */
  person: Claims
  /** Requests of the token endpoint that were refused, for example for a code that was used. */
  readonly refusals: string[]
  /** Requests to end the session of a browser here. */
  readonly ended: URLSearchParams[]
  /** Signs in at the provider as a browser does; returns the address to which it sends the browser back. */
  readonly visit: (address: string) => URL
  readonly rotateKey: () => Promise<void>
  readonly close: () => Promise<void>
}

export const CLIENT = { id: 'parley-client', secret: 'secret of the client' }

/**
 * An OpenID provider on loopback. It is strict: codes work once, for their redirect address, client secret and PKCE
 * verifier.
 */
export async function startTestProvider(): Promise<TestProvider> {
  const codes = new Map<string, URLSearchParams>()
  const refusals: string[] = []
  const ended: URLSearchParams[] = []
  let key = await makeKey()
  // The server asks it once it listens.
  let provider: TestProvider
  const server = createServer((request, response) => void handle({ provider, codes }, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  provider = {
    issuer,
    get key() {
      return key
    },
    misbehaviour: {},
    person: { sub: 'anna' },
    refusals,
    ended,
    visit(address) {
      const asked = new URL(address).searchParams
      const code = randomUUID()
      codes.set(code, asked)
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', asked.get('state') ?? '')
      back.searchParams.set('iss', issuer)
      provider.misbehaviour.returned?.(back.searchParams)
      return back
    },
    async rotateKey() {
      key = await makeKey()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  return provider
}

type Serving = { readonly provider: TestProvider; readonly codes: Map<string, URLSearchParams> }

async function handle(
  { provider, codes }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { issuer, key, refusals } = provider
  const { pathname } = new URL(request.url ?? '/', issuer)
  if (pathname === '/.well-known/openid-configuration') {
    const metadata = describe(issuer)
    return send(response, provider.misbehaviour.metadata?.(metadata) ?? metadata)
  }
  if (pathname === '/jwks') {
    const keys = [key.shown]
    return send(response, { keys: provider.misbehaviour.keys?.(keys) ?? keys })
  }
  if (pathname === '/authorize') {
    const location = provider.visit(`${issuer}${request.url}`).href
    return void response.writeHead(303, { location }).end()
  }
  if (pathname === '/end-session') return endSession(provider, new URL(request.url ?? '/', issuer), response)
  if (pathname !== '/token') return void response.writeHead(404).end()
  const body = new URLSearchParams(await readText(request))
  const asked = codes.get(body.get('code') ?? '')
  codes.delete(body.get('code') ?? '')
  const refusal = asked ? problemOf(body, asked) : 'code'
  if (!asked || refusal) {
    refusals.push(refusal ?? '')
    return send(response, { error: 'invalid_grant' }, 400)
  }
  const reply = { access_token: 'none', token_type: 'Bearer', id_token: await issueToken(provider, asked) }
  if (provider.misbehaviour.reply) return provider.misbehaviour.reply(response, reply)
  return send(response, reply)
}

/** Ends the session of a browser, and sends it back where a known client asked for that. */
function endSession({ ended }: TestProvider, { searchParams }: URL, response: ServerResponse): void {
  const location = searchParams.get('post_logout_redirect_uri')
  if (searchParams.get('client_id') !== CLIENT.id || !location) return void response.writeHead(400).end()
  ended.push(searchParams)
  response.writeHead(303, { location }).end()
}

/** A logout token for a person, as section 2.4 of Back-Channel Logout describes it. */
export async function signLogout(
  { issuer, key }: Pick<TestProvider, 'issuer' | 'key'>,
  changed: Claims = {},
  header: Claims = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const honest = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 120, jti: randomUUID() }
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  return new SignJWT({ ...honest, events, ...changed })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'logout+jwt', ...header })
    .sign(key.privateKey)
}

async function issueToken(provider: TestProvider, asked: URLSearchParams): Promise<string> {
  const { issuer, key } = provider
  const now = Math.floor(Date.now() / 1000)
  const honest = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 300, nonce: asked.get('nonce') }
  const { claims: change, token: replace } = provider.misbehaviour
  const claims = change?.({ ...honest, ...provider.person }) ?? { ...honest, ...provider.person }
  const token = await signClaims(claims, key)
  return (await replace?.(token, claims, provider)) ?? token
}

/** Signs claims as they are, also invalid ones. */
export async function signClaims(
  claims: Claims,
  { kid, privateKey }: Pick<KeyPair, 'kid' | 'privateKey'>,
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
}

export async function makeKey(kid = randomBytes(4).toString('hex')): Promise<KeyPair> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return { kid, privateKey, shown: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

function describe(issuer: string): Claims {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/end-session`,
    backchannel_logout_supported: true,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}

function problemOf(body: URLSearchParams, asked: URLSearchParams): string | null {
  const challenge = createHash('sha256')
    .update(body.get('code_verifier') ?? '')
    .digest('base64url')
  if (asked.get('code_challenge_method') !== 'S256' || challenge !== asked.get('code_challenge'))
    return 'PKCE'
  if (body.get('redirect_uri') !== asked.get('redirect_uri')) return 'redirect_uri'
  if (body.get('client_id') !== CLIENT.id || body.get('client_secret') !== CLIENT.secret) return 'client'
  return null
}

function send(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}
