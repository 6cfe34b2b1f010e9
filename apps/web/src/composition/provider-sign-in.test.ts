import { createHmac } from 'node:crypto'
import { OPERATIONS } from '@parley/contract'
import { createTestUser } from '@parley/db/testing'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  cookieIn,
  type Landing,
  openProviderShell,
  type ProviderShell,
} from '../testing/open-provider-shell.ts'
import {
  CLIENT,
  type Misbehaviour,
  makeKey,
  signClaims,
  type TestProvider,
} from '../testing/test-provider.ts'
import { PROVIDER_START } from './mount-provider-sign-in.ts'

let shell: ProviderShell
let service: ProviderShell['service']
let issuer: TestProvider

beforeAll(async () => {
  shell = await openProviderShell()
  service = shell.service
  issuer = shell.issuer
})
afterAll(() => shell.close())
beforeEach(() => shell.reset())
afterEach(() => {
  Object.assign(service.deps.admission, {
    modes: new Set(['open']),
    groups: new Set(),
    emailDomains: new Set(),
  })
})

const start: ProviderShell['start'] = (query) => shell.start(query)
const comeBack: ProviderShell['comeBack'] = (back, cookie) => shell.comeBack(back, cookie)
const signIn: ProviderShell['signIn'] = (query) => shell.signIn(query)

async function userOf({ token }: Landing): Promise<string> {
  const payload = String(token).split('.')[1] ?? ''
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).sub
}

const countUsers = async () =>
  (await service.deps.db.pool.query('select count(*)::int as count from users')).rows[0].count

test('a person of the provider signs in, and is the same person the next time', async () => {
  const first = await signIn('?next=/agents')
  expect(first.location).toBe(`${service.deps.origin}/agents`)
  expect((await service.fetch('GET', '/api/agent', { token: first.token ?? '' })).status).toBe(200)
  const second = await signIn('?next=https://elsewhere.example')
  expect(await userOf(second)).toBe(await userOf(first))
  expect(second.location).toBe(`${service.deps.origin}/chats`)
  issuer.person = { sub: 'bert' }
  expect(await userOf(await signIn())).not.toBe(await userOf(first))
})

test('an e-mail address never identifies: another subject with the same address is another person', async () => {
  issuer.person = { sub: 'carl', email: 'c@example.com', email_verified: true }
  const carl = await userOf(await signIn())
  issuer.person = { sub: 'thief', email: 'c@example.com', email_verified: true }
  expect(await userOf(await signIn())).not.toBe(carl)
})

test('the cookies of a sign-in are unreadable for scripts, and the request asks for PKCE with S256', async () => {
  const reply = await shell.visit(PROVIDER_START)
  expect(reply.headers.getSetCookie()[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
  const asked = new URL(reply.headers.get('location') ?? '').searchParams
  expect(asked.get('code_challenge_method')).toBe('S256')
  expect([asked.get('state')?.length, asked.get('nonce')?.length]).toEqual([43, 43])
})

const now = () => Math.floor(Date.now() / 1000)
const without = (name: string) => (claims: Record<string, unknown>) => ({ ...claims, [name]: undefined })
const withClaims = (changed: () => Record<string, unknown>): Misbehaviour => ({
  claims: (claims) => ({ ...claims, ...changed() }),
})

const FAULTS: readonly (readonly [string, Misbehaviour])[] = [
  ['another issuer', withClaims(() => ({ iss: 'https://evil.example' }))],
  ['the issuer with a slash', { claims: (claims) => ({ ...claims, iss: `${claims.iss}/` }) }],
  ['no issuer', { claims: without('iss') }],
  ['another audience', withClaims(() => ({ aud: 'another-client' }))],
  ['no audience', { claims: without('aud') }],
  ['several audiences without an authorised party', withClaims(() => ({ aud: [CLIENT.id, 'other'] }))],
  ['another authorised party', withClaims(() => ({ azp: 'another-client' }))],
  ['several audiences and another authorised party', withClaims(() => ({ aud: [CLIENT.id, 'x'], azp: 'x' }))],
  ['a past expiry', withClaims(() => ({ exp: now() - 600 }))],
  ['no expiry', { claims: without('exp') }],
  ['an expiry in words', withClaims(() => ({ exp: 'tomorrow' }))],
  ['a time of issue in an hour', withClaims(() => ({ iat: now() + 3600, exp: now() + 7200 }))],
  ['a time of issue 30 days ago', withClaims(() => ({ iat: now() - 2_592_000 }))],
  ['no time of issue', { claims: without('iat') }],
  ['a validity that begins later', withClaims(() => ({ nbf: now() + 3600 }))],
  ['another nonce', withClaims(() => ({ nonce: 'another' }))],
  ['no nonce', { claims: without('nonce') }],
  ['an empty nonce', withClaims(() => ({ nonce: '' }))],
  ['no subject', withClaims(() => ({ sub: undefined }))],
  ['an empty subject', withClaims(() => ({ sub: '' }))],
  ['a subject of 256 characters', withClaims(() => ({ sub: 'x'.repeat(256) }))],
  ['a number as subject', withClaims(() => ({ sub: 7 }))],
  ['a changed payload', { token: (token) => changePayload(token) }],
  ['a cut signature', { token: (token) => token.slice(0, -20) }],
  ['no signature', { token: (token) => `${token.split('.').slice(0, 2).join('.')}.` }],
  [
    'the signature of another key',
    { token: async (_, claims, { key }) => signClaims(claims, await makeKey(key.kid)) },
  ],
  ['an unknown key', { token: async (_, claims) => signClaims(claims, await makeKey()) }],
  ['the algorithm none', { token: (_, claims) => new UnsecuredJWT(claims).encode() }],
  ['HS256 with the secret of the client', { token: (_, claims) => signHs256(claims, CLIENT.secret) }],
  [
    'HS256 with the public key',
    { token: (_, claims, { key }) => signHs256(claims, JSON.stringify(key.shown)) },
  ],
  ['its own key in the header', { token: async (_, claims) => withHeader(claims, 'jwk') }],
  ['an address of keys in the header', { token: async (_, claims) => withHeader(claims, 'jku') }],
  [
    'a critical header that is unknown',
    {
      token: (_, claims, { key }) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: key.kid, crit: ['b64x'], b64x: true })
          .sign(key.privateKey, { crit: { b64x: true } }),
    },
  ],
  ['a text that is no token', { token: () => 'a.b.c' }],
  ['no key', { keys: () => [] }],
  ['no ID token', { reply: (response) => json(response, { access_token: 'a', token_type: 'Bearer' }) }],
  [
    'no access token',
    { reply: (response, { id_token }) => json(response, { id_token, token_type: 'Bearer' }) },
  ],
  [
    'a redirect from the token endpoint',
    { reply: (response) => response.writeHead(302, { location: '/x' }).end() },
  ],
  ['an error from the token endpoint', { reply: (response) => response.writeHead(500).end() }],
  ['a page from the token endpoint', { reply: (response) => response.end('<html></html>') }],
  ['20 MB from the token endpoint', { reply: (response) => response.end('x'.repeat(20_000_000)) }],
  ['another state', { returned: (back) => back.set('state', 'x'.repeat(43)) }],
  ['no state', { returned: (back) => back.delete('state') }],
  ['two states', { returned: (back) => back.append('state', 'x') }],
  ['no code', { returned: (back) => back.delete('code') }],
  ['an unknown code', { returned: (back) => back.set('code', 'x') }],
  ['another issuer beside the code', { returned: (back) => back.set('iss', 'https://evil.example') }],
  ['no issuer beside the code', { returned: (back) => back.delete('iss') }],
  ['an error beside the code', { returned: (back) => back.set('error', 'access_denied') }],
  ['an ID token in the address', { returned: (back) => back.set('id_token', 'a.b.c') }],
  ['a signed reply in the address', { returned: (back) => back.set('response', 'a.b.c') }],
]

test.each(FAULTS)('a sign-in with %s is refused, and nothing is stored', async (_what, misbehaviour) => {
  const before = await countUsers()
  const { address, cookie } = await start()
  issuer.misbehaviour = misbehaviour
  issuer.person = { sub: `new-${before}` }
  const landing = await comeBack(issuer.visit(address), cookie)
  expect(landing).toMatchObject({ token: null, location: `${service.deps.origin}/` })
  expect(landing.refusal).toMatch(/Sign in again\.$/)
  expect(await countUsers()).toBe(before)
})

test.each([
  ['another issuer', (metadata: object) => ({ ...metadata, issuer: 'https://evil.example' })],
  ['no token endpoint', (metadata: object) => ({ ...metadata, token_endpoint: undefined })],
  [
    'a token endpoint at a metadata address',
    (metadata: object) => ({ ...metadata, token_endpoint: 'http://169.254.169.254/token' }),
  ],
  [
    'a token endpoint at another port of this machine',
    (metadata: object) => ({ ...metadata, token_endpoint: 'http://127.0.0.1:5432/token' }),
  ],
])('a provider whose description has %s signs no person in', async (_what, metadata) => {
  issuer.misbehaviour = { metadata }
  const { address, cookie } = await start()
  if (!address.startsWith(issuer.issuer)) return expect(address).toBe(`${service.deps.origin}/`)
  expect((await comeBack(issuer.visit(address), cookie)).token).toBeNull()
})

test('a return counts once, in the browser that started it, and for ten minutes', async () => {
  const first = await start()
  const back = issuer.visit(first.address)
  const other = await start()
  expect((await comeBack(back, other.cookie)).refusal).toMatch(/another browser/)
  expect((await comeBack(back, first.cookie)).token).toBeNull()

  const second = await start()
  expect((await comeBack(issuer.visit(second.address), '')).token).toBeNull()

  const third = await start()
  const thirdBack = issuer.visit(third.address)
  const landings = await Promise.all([comeBack(thirdBack, third.cookie), comeBack(thirdBack, third.cookie)])
  expect(landings.filter(({ token }) => token !== null)).toHaveLength(1)

  const late = await start()
  await service.deps.db.pool.query(`update pending_sign_ins set expires_at = now() - interval '1 second'`)
  expect((await comeBack(issuer.visit(late.address), late.cookie)).token).toBeNull()
})

test('after the provider has changed its keys, the second sign-in works', async () => {
  expect((await signIn()).token).not.toBeNull()
  await issuer.rotateKey()
  expect((await signIn()).token).toBeNull()
  expect((await signIn()).token).not.toBeNull()
})

test('members of a group come in, and a person who has left every group is refused at the next sign-in', async () => {
  Object.assign(service.deps.admission, { modes: new Set(['group']), groups: new Set(['staff']) })
  for (const groups of [undefined, ['guests'], 'staff', { staff: true }, ['staff', 7]]) {
    issuer.person = { sub: 'dora', groups }
    expect((await signIn()).refusal).toMatch(/in no group/)
  }
  issuer.person = { sub: 'dora', groups: ['staff'] }
  expect((await signIn()).token).not.toBeNull()
  // A provider that sends too many groups to list them has not said that the person left.
  issuer.person = { sub: 'dora', _claim_names: { groups: 'src1' } }
  expect((await signIn()).token).not.toBeNull()
  issuer.person = { sub: 'dora', hasgroups: true }
  expect((await signIn()).token).not.toBeNull()
  // A claim that vanished means no group.
  issuer.person = { sub: 'dora' }
  expect((await signIn()).refusal).toMatch(/no longer in a group/)
  issuer.person = { sub: 'dora', groups: ['guests'] }
  expect((await signIn()).refusal).toMatch(/no longer in a group/)
})

test('a person whom a group admitted comes in by any proof when groups admit no more', async () => {
  Object.assign(service.deps.admission, { modes: new Set(['group']), groups: new Set(['staff']) })
  issuer.person = { sub: 'fritz', groups: ['staff'] }
  await signIn()
  Object.assign(service.deps.admission, { modes: new Set(['invite']), groups: new Set() })
  issuer.person = { sub: 'fritz', groups: ['guests'] }
  expect((await signIn()).token).not.toBeNull()
})

test('an invitation brings one person of the provider in, once, and who has none is refused and not stored', async () => {
  Object.assign(service.deps.admission, { modes: new Set(['invite']) })
  const before = await countUsers()
  issuer.person = { sub: 'invited' }
  expect((await signIn()).refusal).toMatch(/need an invitation/)
  expect((await signIn(`?invitation=${'x'.repeat(22)}`)).token).toBeNull()
  expect(await countUsers()).toBe(before)

  const token = await service.deps.accessTokens.sign(await createTestUser(service.deps.db, 'administrator'))
  const { link } = await service.call('POST', '/invitation', { token, body: {} })
  const invitation = `${link}`.split('#')[1]
  const first = await signIn(`?invitation=${invitation}`)
  expect(first.token).not.toBeNull()
  issuer.person = { sub: 'second' }
  expect((await signIn(`?invitation=${invitation}`)).refusal).toMatch(/was used or has expired/)
  // The administrator who made the link, and the person who came by it.
  expect(await countUsers()).toBe(before + 2)
  issuer.person = { sub: 'invited' }
  expect(await userOf(await signIn())).toBe(await userOf(first))
})

/** What the button of the account page does. */
async function add(token: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) {
  const reply = await shell.visit(`${PROVIDER_START}?add`, { cookie: `parley.session=${token}`, ...headers })
  const address = reply.headers.get('location') ?? ''
  if (!address.startsWith(issuer.issuer)) return null
  return { address, cookie: cookieIn(reply, 'parley.sign-in') ?? '' }
}

async function accountOf(token: string) {
  const reply = await service.fetch('GET', '/api/account', { token })
  return OPERATIONS.account.get.reply.output.parse(Object(await reply.json()).data)
}

test('a signed-in person adds the provider, and signs in by it to the same account', async () => {
  const token = await service.signIn()
  issuer.person = { sub: 'gerda', email: 'gerda@example.com' }
  const started = await add(token)
  const landed = await comeBack(issuer.visit(started?.address ?? ''), started?.cookie ?? '')
  expect(landed).toEqual({
    token: null,
    refusal: null,
    location: `${service.deps.origin}/settings/account`,
  })
  expect((await accountOf(token)).sign_ins).toMatchObject([{ kind: 'wallet' }, { kind: 'oidc' }])
  expect(await userOf(await signIn())).toBe((await accountOf(token)).parley_uuid)
})

test('a page of another site cannot add a proof, and a return in another browser adds none', async () => {
  const token = await service.signIn()
  for (const site of ['cross-site', 'same-site', 'none'])
    expect(await add(token, { 'sec-fetch-site': site })).toBeNull()
  expect(await add(token, {})).toBeNull()
  issuer.person = { sub: 'hanna' }
  const started = await add(token)
  expect((await comeBack(issuer.visit(started?.address ?? ''), 'none')).refusal).toMatch(/another browser/)
  expect((await accountOf(token)).sign_ins).toHaveLength(1)
})

test('an identity of another account is refused, and nothing changes', async () => {
  issuer.person = { sub: 'ivo' }
  const ivo = await userOf(await signIn())
  const token = await service.signIn()
  const started = await add(token)
  const landed = await comeBack(issuer.visit(started?.address ?? ''), started?.cookie ?? '')
  expect(landed.refusal).toMatch(/Another account/)
  expect(await userOf(await signIn())).toBe(ivo)
})

test('a verified address of a listed domain comes in, and an unverified one does not', async () => {
  Object.assign(service.deps.admission, { modes: new Set(['list']), emailDomains: new Set(['example.com']) })
  issuer.person = { sub: 'emil', email: 'emil@example.com', email_verified: false }
  expect((await signIn()).refusal).toMatch(/not on the list/)
  issuer.person = { sub: 'emil', email: 'emil@example.com.evil.example', email_verified: true }
  expect((await signIn()).refusal).toMatch(/not on the list/)
  issuer.person = { sub: 'emil', email: 'emil@Example.com', email_verified: true }
  expect((await signIn()).token).not.toBeNull()
})

function changePayload(token: string): string {
  const [head, payload = '', signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return [
    head,
    Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url'),
    signature,
  ].join('.')
}

function signHs256(claims: object, key: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256' })}.${part(claims)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

async function withHeader(claims: Record<string, unknown>, name: 'jwk' | 'jku'): Promise<string> {
  const key = await makeKey()
  const header = name === 'jwk' ? { jwk: key.shown } : { jku: `${issuer.issuer}/evil` }
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(key.privateKey)
}

function json(
  response: { end: (text: string) => void; setHeader: (name: string, value: string) => void },
  body: object,
): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}
