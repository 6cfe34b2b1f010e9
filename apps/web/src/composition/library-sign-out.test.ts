import type { NextApiRequest, NextApiResponse } from 'next'
import NextAuth from 'next-auth'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { authOptions } from '../auth/auth-options.ts'
import { offerPageServices } from '../auth/page-services.ts'
import { sessionCookieName } from '../auth/session-cookies.ts'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'
import { createPageServices } from './create-page-services.ts'

// Also after a failure: other files of the worker read the same clock.
afterEach(() => void vi.useRealTimers())

let shell: TestShell
beforeAll(async () => {
  shell = await openTestShell()
  const { deps } = shell
  const key = new Uint8Array(32)
  // The pages' services read only the names of networks.
  const ledger = [{ name: 'local' }] as unknown as Parameters<typeof createPageServices>[0]['ledger']
  const secrets = { apiKeyPepper: key, accessTokenKey: key, consoleKey: key }
  offerPageServices(createPageServices({ deps, secrets, ledger, identityProvider: null }, () => {}))
})
afterAll(() => shell.close())

/** The request fields that the library reads with the pages router. */
type LibraryRequest = { action: string; method: string; cookies: Record<string, string>; body?: object }

/** Sends one request to the library; returns the cookies it sets and its JSON. */
async function ask({ action, ...request }: LibraryRequest) {
  const set: string[] = []
  let body = ''
  const response = {
    status: () => response,
    setHeader: (name: string, value: string | string[]) =>
      name.toLowerCase() === 'set-cookie' && set.push(...[value].flat()),
    getHeader: () => undefined,
    json: (value: object) => (body = JSON.stringify(value)),
    send: (value: object) => (body = JSON.stringify(value)),
    redirect: () => undefined,
    end: () => undefined,
  }
  const whole = { headers: { host: 'parley.test' }, body: {}, ...request, query: { nextauth: [action] } }
  // The library uses no other members of request and response.
  await NextAuth(whole as unknown as NextApiRequest, response as unknown as NextApiResponse, authOptions())
  return { set, body }
}

/** Signs out like the library's sign-out page: fetches the CSRF token, then sends the form. */
async function signOutThroughLibrary(accessToken: string): Promise<void> {
  const csrf = await ask({ action: 'csrf', method: 'GET', cookies: {} })
  const { csrfToken } = JSON.parse(csrf.body)
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(csrf.set[0] ?? '') ?? []
  const cookies = {
    [name]: decodeURIComponent(value),
    [sessionCookieName(shell.deps.origin)]: accessToken,
  }
  await ask({ action: 'signout', method: 'POST', cookies, body: { csrfToken } })
}

test('the sign-out of the sign-in library revokes the access token and no other token', async () => {
  const [mine, another] = [await shell.signIn(), await shell.signIn()]
  expect((await shell.fetch('GET', '/api/agent', { token: mine })).status).toBe(200)
  await signOutThroughLibrary(mine)
  expect((await shell.fetch('GET', '/api/agent', { token: mine })).status).toBe(401)
  expect((await shell.fetch('GET', '/api/agent', { token: another })).status).toBe(200)
})

/** Reads the session like an open page; returns the token of the cookie that it sets. */
async function renewThroughLibrary(accessToken: string): Promise<string> {
  const cookies = { [sessionCookieName(shell.deps.origin)]: accessToken }
  const { set } = await ask({ action: 'session', method: 'GET', cookies })
  const cookie = set.find((one) => one.startsWith(sessionCookieName(shell.deps.origin)))
  return decodeURIComponent(/=([^;]*)/.exec(cookie ?? '')?.[1] ?? '')
}

test('a page in use gives its session more time, and the sign-out of the renewed one ends both', async () => {
  const before = await shell.signIn()
  const later = Date.now() + 12 * 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now: later })
  const renewed = await renewThroughLibrary(before)
  const [old, young] = [
    await shell.deps.accessTokens.verify(before),
    await shell.deps.accessTokens.verify(renewed),
  ]
  vi.useRealTimers()
  expect(young).toMatchObject({ userId: old?.userId, tokenId: old?.tokenId, issuedAt: old?.issuedAt })
  expect(young?.expiresAt.getTime()).toBeGreaterThanOrEqual(later + 86_390_000)
  expect((await shell.fetch('GET', '/api/agent', { token: renewed })).status).toBe(200)
  await signOutThroughLibrary(before)
  expect((await shell.fetch('GET', '/api/agent', { token: renewed })).status).toBe(401)
})

test('the session of a person with a sign-in at the identity provider gets no more time', async () => {
  const token = await shell.signIn()
  const claims = await shell.deps.accessTokens.verify(token)
  await shell.deps.db.pool.query(
    `insert into sign_ins (kind, issuer, subject, user_id, label) values ('oidc', 'https://id.example', 'eve', $1, 'Eve')`,
    [claims?.userId],
  )
  expect(await renewThroughLibrary(token)).toBe(token)
})

test('a database that does not answer ends no session: the cookie stays, and works afterwards', async () => {
  const [token, revoked] = [await shell.signIn(), await shell.signIn()]
  await signOutThroughLibrary(revoked)
  const client = await shell.deps.db.pool.connect()
  await client.query('begin; lock table users in access exclusive mode')
  const cookie = await renewThroughLibrary(token)
  await client.query('rollback')
  client.release()
  expect(cookie).toBe(token)
  expect((await shell.fetch('GET', '/api/agent', { token: cookie })).status).toBe(200)
  expect(await renewThroughLibrary(revoked)).toBe('')
}, 60_000)
