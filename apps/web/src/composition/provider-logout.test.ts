import { createHmac, randomUUID } from 'node:crypto'
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openProviderShell, type ProviderShell } from '../testing/open-provider-shell.ts'
import { CLIENT, makeKey, signLogout } from '../testing/test-provider.ts'
import { PROVIDER_LOGOUT } from './mount-provider-logout.ts'
import { PROVIDER_SIGN_OUT } from './mount-provider-sign-out.ts'

let shell: ProviderShell

beforeAll(async () => {
  shell = await openProviderShell()
})
afterAll(() => shell.close())
beforeEach(() => shell.reset())

const post = (body: URLSearchParams | string, headers: Record<string, string> = {}) =>
  fetch(`${shell.service.origin}${PROVIDER_LOGOUT}`, { method: 'POST', body, headers })
const send = (token: string) => post(new URLSearchParams({ logout_token: token }))
const statusOf = async (token: string) => (await shell.service.fetch('GET', '/api/agent', { token })).status

/** Signs a person in and returns the access token. */
async function signIn(sub: string): Promise<string> {
  shell.issuer.person = { sub }
  return (await shell.signIn()).token ?? ''
}

async function eventsOf(token: string): Promise<number> {
  const { rows } = await shell.service.deps.db.pool.query(
    `select count(*)::int as count from events e join event_subjects s on s.subject = e.subject
     where e.action = 'auth.endProviderSessions' and s.user_id = $1`,
    [decodeJwt(token).sub],
  )
  return rows[0].count
}

test('a logout token of the provider ends every session of its person, and of no other person', async () => {
  const [first, second, other] = [await signIn('anna'), await signIn('anna'), await signIn('bert')]
  const reply = await send(await signLogout(shell.issuer, { sub: 'anna' }))
  expect([reply.status, reply.headers.get('cache-control'), await reply.text()]).toEqual([
    200,
    'no-store',
    '',
  ])
  expect([await statusOf(first), await statusOf(second), await statusOf(other)]).toEqual([401, 401, 200])
  expect([await eventsOf(first), await eventsOf(other)]).toEqual([1, 0])
  expect(await statusOf(await signIn('anna'))).toBe(200)
})

test('a logout ends a session that was kept when the others ended, and no API key', async () => {
  const token = await signIn('anna')
  const { secret } = await shell.service.call('POST', '/apikeys', { token, body: { name: 'Program' } })
  await shell.service.call('POST', '/account/end_other_sessions', { token })
  expect((await send(await signLogout(shell.issuer, { sub: 'anna' }))).status).toBe(200)
  expect([await statusOf(token), await statusOf(secret)]).toEqual([401, 200])
})

test('a logout token counts once, also when two copies arrive at the same moment', async () => {
  const token = await signLogout(shell.issuer, { sub: 'carl' })
  await signIn('carl')
  const replies = await Promise.all([send(token), send(token), send(token)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  const later = await signIn('carl')
  const replay = await send(token)
  expect(replay.status).toBe(400)
  expect(await replay.json()).toEqual({ status: 'error', message: 'This logout token was used before.' })
  expect(await statusOf(later)).toBe(200)
})

test('the logout of a person without an account succeeds, because there is nothing to end', async () => {
  expect((await send(await signLogout(shell.issuer, { sub: 'nobody' }))).status).toBe(200)
  expect((await send(await signLogout(shell.issuer, { sub: 'nobody', sid: 'session' }))).status).toBe(200)
})

const now = () => Math.floor(Date.now() / 1000)
const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout'
const claims =
  (changed: () => Record<string, unknown>, header: Record<string, unknown> = {}) =>
  async () =>
    signLogout(shell.issuer, { sub: 'dora', ...changed() }, header)

const FAULTS: readonly (readonly [string, () => string | Promise<string>])[] = [
  ['another issuer', claims(() => ({ iss: 'https://evil.example' }))],
  ['no issuer', claims(() => ({ iss: undefined }))],
  ['another audience', claims(() => ({ aud: 'another-client' }))],
  ['no audience', claims(() => ({ aud: undefined }))],
  ['a past expiry', claims(() => ({ exp: now() - 600 }))],
  ['no expiry', claims(() => ({ exp: undefined }))],
  ['a time of issue in ten minutes', claims(() => ({ iat: now() + 600, exp: now() + 900 }))],
  ['a time of issue ten minutes ago', claims(() => ({ iat: now() - 600 }))],
  ['no time of issue', claims(() => ({ iat: undefined }))],
  ['a nonce', claims(() => ({ nonce: 'n' }))],
  ['a nonce of null', claims(() => ({ nonce: null }))],
  ['no events', claims(() => ({ events: undefined }))],
  ['another event', claims(() => ({ events: { 'https://example.com/other': {} } }))],
  ['an event that is no object', claims(() => ({ events: { [LOGOUT]: true } }))],
  ['a list of events', claims(() => ({ events: [LOGOUT] }))],
  ['no id', claims(() => ({ jti: undefined }))],
  ['an empty id', claims(() => ({ jti: '' }))],
  ['no subject', claims(() => ({ sub: undefined }))],
  ['a session instead of a subject', claims(() => ({ sub: undefined, sid: 'session' }))],
  ['an empty subject', claims(() => ({ sub: '' }))],
  ['a number as subject', claims(() => ({ sub: 7 }))],
  ['the type of an access token', claims(() => ({}), { typ: 'at+jwt' })],
  ['a critical header that is unknown', () => signCritical()],
  ['the algorithm none', () => new UnsecuredJWT(honest()).encode()],
  ['HS256 with the secret of the client', () => signHs256(CLIENT.secret)],
  ['HS256 with the public key', () => signHs256(JSON.stringify(shell.issuer.key.shown))],
  ['the signature of another key', async () => signElsewhere(shell.issuer.key.kid)],
  ['an unknown key', async () => signElsewhere('unknown')],
  ['no signature', async () => `${(await signed()).split('.').slice(0, 2).join('.')}.`],
  ['a cut signature', async () => (await signed()).slice(0, -20)],
  ['a changed payload', async () => changed(await signed())],
  ['a text that is no token', () => 'a.b.c'],
  ['a text of 20,000 characters', () => 'x'.repeat(20_000)],
]

const signed = () => signLogout(shell.issuer, { sub: 'dora' })

test.each(FAULTS)(
  'a logout token with %s is refused, and its person stays signed in',
  async (_what, make) => {
    const token = await signIn('dora')
    const reply = await send(await make())
    expect([reply.status, reply.headers.get('x-error-code')]).toEqual([400, 'invalid_request'])
    expect(Object(await reply.json())).toMatchObject({
      status: 'error',
      message: expect.stringMatching(/token/),
    })
    expect(await statusOf(token)).toBe(200)
  },
)

test('an ID token of the provider is no logout token', async () => {
  const token = await signIn('emma')
  let idToken = ''
  shell.issuer.misbehaviour = { token: (made) => (idToken = made) }
  await signIn('emma')
  expect((await send(idToken)).status).toBe(400)
  expect(await statusOf(token)).toBe(200)
})

test('after the provider has changed its keys, a logout by the new key ends the sessions half a minute later', async () => {
  const token = await signIn('fritz')
  expect((await send(await signLogout(shell.issuer, { sub: 'nobody' }))).status).toBe(200)
  await shell.issuer.rotateKey()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  const reply = await send(await signLogout(shell.issuer, { sub: 'fritz' })).finally(() => vi.useRealTimers())
  expect(reply.status).toBe(200)
  expect(await statusOf(token)).toBe(401)
})

test('bodies without exactly one token, of another type or too large are refused in the documented form', async () => {
  const token = await signLogout(shell.issuer, { sub: 'nobody' })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const json = { 'content-type': 'application/json' }
  const replies = [
    await post('', form),
    await post('logout_token=', form),
    await post(`logout_token=${token}&logout_token=${token}`, form),
    await post(JSON.stringify({ logout_token: token }), json),
    await post(`logout_token=${'x'.repeat(2_000_000)}`, form),
    await shell.visit(PROVIDER_LOGOUT),
  ]
  expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 415, 413, 405])
  for (const reply of replies)
    expect(Object(await reply.json())).toEqual({ status: 'error', message: expect.any(String) })
})

test('a page of another origin cannot send a logout token', async () => {
  const body = new URLSearchParams({ logout_token: await signLogout(shell.issuer, { sub: 'anna' }) })
  expect((await post(body, { origin: 'https://evil.example' })).status).toBe(403)
})

test('signing out goes on to the provider, which sends the browser back to the front page', async () => {
  const front = `${shell.service.deps.origin}/`
  const reply = await shell.visit(PROVIDER_SIGN_OUT, { 'sec-fetch-site': 'same-origin' })
  expect(reply.headers.getSetCookie()).toEqual(['parley.provider-session=; Path=/; SameSite=Lax; Max-Age=0'])
  const address = new URL(reply.headers.get('location') ?? '')
  expect(address.origin + address.pathname).toBe(`${shell.issuer.issuer}/end-session`)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: CLIENT.id,
    post_logout_redirect_uri: front,
  })
  expect((await fetch(address, { redirect: 'manual' })).headers.get('location')).toBe(front)
})

test('signing out leads to the front page where the provider has no such address, is away, or another page asks', async () => {
  const front = `${shell.service.deps.origin}/`
  const own = { 'sec-fetch-site': 'same-origin' }
  const elsewhere = await shell.visit(PROVIDER_SIGN_OUT, { 'sec-fetch-site': 'cross-site' })
  expect([elsewhere.headers.get('location'), elsewhere.headers.getSetCookie()]).toEqual([front, []])
  shell.issuer.misbehaviour = { metadata: (metadata) => ({ ...metadata, end_session_endpoint: undefined }) }
  expect((await shell.visit(PROVIDER_SIGN_OUT, own)).headers.get('location')).toBe(front)
  shell.reset()
  shell.issuer.misbehaviour = { metadata: (metadata) => ({ ...metadata, issuer: 'https://evil.example' }) }
  expect((await shell.visit(PROVIDER_SIGN_OUT, own)).headers.get('location')).toBe(front)
})

test('only a sign-in at the provider leaves the cookie by which the console knows', async () => {
  shell.issuer.person = { sub: 'gerda' }
  const { address, cookie } = await shell.start()
  const back = shell.issuer.visit(address)
  const reply = await shell.visit(`${back.pathname}${back.search}`, { cookie: `parley.sign-in=${cookie}` })
  expect(reply.headers.getSetCookie()).toContain(
    'parley.provider-session=1; Path=/; SameSite=Lax; Max-Age=86400',
  )
  const refused = await shell.visit(`${back.pathname}${back.search}`, { cookie: `parley.sign-in=${cookie}` })
  expect(refused.headers.getSetCookie().join()).not.toContain('parley.provider-session')
})

function honest(): Record<string, unknown> {
  const { issuer } = shell.issuer
  const times = { iat: now(), exp: now() + 120, jti: randomUUID() }
  return { iss: issuer, aud: CLIENT.id, ...times, sub: 'dora', events: { [LOGOUT]: {} } }
}

async function signCritical(): Promise<string> {
  const { kid, privateKey } = shell.issuer.key
  const header = { alg: 'RS256', kid, crit: ['b64x'], b64x: true }
  return new SignJWT(honest()).setProtectedHeader(header).sign(privateKey, { crit: { b64x: true } })
}

async function signElsewhere(kid: string): Promise<string> {
  const key = await makeKey(kid)
  return signLogout({ issuer: shell.issuer.issuer, key }, { sub: 'dora' })
}

function signHs256(secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'logout+jwt' })}.${part(honest())}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

function changed(token: string): string {
  const [head, , signature] = token.split('.')
  return [
    head,
    Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: 'anna' })).toString('base64url'),
    signature,
  ].join('.')
}
