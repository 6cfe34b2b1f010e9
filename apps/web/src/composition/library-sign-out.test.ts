import type { NextApiRequest, NextApiResponse } from 'next'
import NextAuth from 'next-auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authOptions } from '../auth/auth-options.ts'
import { offerPageServices } from '../auth/page-services.ts'
import { sessionCookieName } from '../auth/session-cookies.ts'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'
import { createPageServices } from './create-page-services.ts'

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
