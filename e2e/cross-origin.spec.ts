import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { call } from './journey/call.ts'
import { signInWithoutPage } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'

/** A page of another program on this machine, which is another origin. */
let other: Server
let otherOrigin: string
test.beforeAll(async () => {
  other = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Other</title>')
  })
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  // A server that listens on TCP has an address of this form.
  otherOrigin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
})
test.afterAll(() => other.close())

type Sent = { readonly path: string; readonly body?: object; readonly key?: string }

/** Sends a request from the open page to the service. Null when the browser withholds the reply. */
function send(page: Page, request: Sent): Promise<{ status: number; body: unknown } | null> {
  const url = `${process.env.PARLEY_E2E_ORIGIN}/api${request.path}`
  return page.evaluate(
    async ({ url, body, key }) => {
      const init = {
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }
      try {
        const response = await fetch(url, init)
        return { status: response.status, body: await response.json() }
      } catch {
        return null
      }
    },
    { ...request, url },
  )
}

test('a page of another program on this machine uses REST and the ledger with a key, and never the cookie', async ({
  page,
}) => {
  await signInWithoutPage(page)
  const { secret: key } = await call<{ secret: string }>(page, 'apiKey.create', { input: { name: 'Other' } })
  await page.goto(otherOrigin)
  expect(await send(page, { path: '/persona', key })).toMatchObject({ status: 200, body: { status: 'ok' } })
  const model = { provider: 'ollama', model: 'm', base_url: 'http://127.0.0.1:1/v1', name: 'Other' }
  const made = await send(page, { path: '/llm_config', key, body: model })
  expect(made).toMatchObject({ status: 200 })
  expect(await send(page, { path: '/persona' })).toMatchObject({ status: 401 })
  const question = { jsonrpc: '2.0', id: 1, method: 'chainvm.emissionInfo' }
  const answer = await send(page, { path: '/chainapi', body: question })
  expect(answer).toMatchObject({ status: 200, body: { id: 1, result: expect.any(Object) } })
})

test('a page of another host reads nothing, also with a key', async ({ page }) => {
  await signInWithoutPage(page)
  const { secret: key } = await call<{ secret: string }>(page, 'apiKey.create', { input: { name: 'Other' } })
  await page.route('http://elsewhere.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
  )
  await page.goto('http://elsewhere.example/')
  expect(await send(page, { path: '/persona', key })).toBeNull()
  expect(await send(page, { path: '/persona' })).toBeNull()
})
