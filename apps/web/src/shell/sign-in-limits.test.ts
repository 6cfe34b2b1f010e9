import { request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'

const BURST = 3
/** So slow that no token returns to the bucket while a test runs. */
const LIMITS = { signInsPerSecond: 1 / 600, signInBurst: BURST }

let shell: TestShell
beforeEach(async () => {
  shell = await openTestShell({
    limits: LIMITS,
    proxyHops: 1,
    pages: async (_, response) => void response.end('a page'),
  })
})
afterEach(() => shell.close())

const newWallet = () => privateKeyToAccount(generatePrivateKey()).address

type From = { readonly wallet?: string; readonly forwarded?: string; readonly local?: string }

/** Requests a challenge from an address of this machine, with the headers of a proxy. */
function challenge({ wallet = newWallet(), forwarded, local = '127.0.0.1' }: From = {}) {
  return get(`/api/auth/challenge?wallet=${wallet}`, { forwarded, local })
}

type Received = { status: number | undefined; retryAfter: number; body: string }

function get(path: string, { forwarded, local }: { forwarded: string | undefined; local: string }) {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  sendRequest(`${shell.origin}${path}`, { headers, localAddress: local }, (reply) => {
    const { statusCode: status, headers } = reply
    text(reply).then((body) => resolve({ status, retryAfter: Number(headers['retry-after']), body }), reject)
  })
    .on('error', reject)
    .end()
  return promise
}

async function useUp(from: From = {}): Promise<void> {
  for (let count = 0; count < BURST; count++) expect((await challenge(from)).status).toBe(200)
}

describe('a client address that has used up its sign-ins', () => {
  test('gets 429 with Retry-After in the documented form', async () => {
    await useUp()
    const refused = await challenge()
    expect(refused.status).toBe(429)
    expect(refused.retryAfter).toBeGreaterThan(590)
    expect(JSON.parse(refused.body)).toEqual({ status: 'error', message: expect.any(String) })
  })

  test('is refused by every operation that signs in', async () => {
    await useUp()
    const body = { wallet: newWallet(), signature: `0x${'1'.repeat(130)}` }
    expect((await shell.fetch('POST', '/api/auth/verify', { body })).status).toBe(429)
    expect((await shell.fetch('POST', '/api/trpc/auth.verify', { body })).status).toBe(429)
    const input = encodeURIComponent(JSON.stringify({ wallet: newWallet() }))
    expect((await shell.fetch('GET', `/api/trpc/auth.challenge?input=${input}`)).status).toBe(429)
    expect((await shell.fetch('POST', '/api/auth/callback/wallet', { body })).status).toBe(429)
  })

  test('is counted for each call of a batch', async () => {
    const calls = ['0', '1', '2', '3', '4']
    const input = Object.fromEntries(calls.map((call) => [call, { wallet: newWallet() }]))
    const path = calls.map(() => 'auth.challenge').join()
    const target = `/api/trpc/${path}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`
    const replies: object[] = JSON.parse(await (await shell.fetch('GET', target)).text())
    expect(replies.filter((reply) => 'error' in reply)).toHaveLength(calls.length - BURST)
  })

  test('may call everything else', async () => {
    const token = await shell.signIn()
    await useUp()
    expect((await shell.fetch('GET', '/api/agent', { token })).status).toBe(200)
    expect((await shell.fetch('GET', '/api/auth/session')).status).toBe(200)
  })

  test('does not delay other addresses', async () => {
    await useUp({ local: '127.0.0.1' })
    expect((await challenge({ local: '127.0.0.2' })).status).toBe(200)
  })

  test('causes no error in the log', async () => {
    await useUp()
    await shell.fetch('POST', '/api/auth/callback/wallet')
    await challenge()
    expect(shell.logged.filter(({ level }) => level === 50)).toEqual([])
  })
})

test('a wallet over its limit is refused for every address, other wallets are not', async () => {
  const wallet = newWallet()
  for (const local of ['127.0.0.1', '127.0.0.2', '127.0.0.3'])
    expect((await challenge({ wallet, local })).status).toBe(200)
  expect((await challenge({ wallet: wallet.toLowerCase(), local: '127.0.0.4' })).status).toBe(429)
  expect((await challenge({ local: '127.0.0.4' })).status).toBe(200)
})

test('a refused address uses no token of the wallet that it names', async () => {
  await useUp()
  const wallet = newWallet()
  for (let count = 0; count < 5; count++) expect((await challenge({ wallet })).status).toBe(429)
  expect((await challenge({ wallet, local: '127.0.0.2' })).status).toBe(200)
})

describe('behind a proxy', () => {
  test('the address that the proxy saw is limited, whatever the client wrote into the header', async () => {
    for (let count = 0; count < BURST; count++)
      expect((await challenge({ forwarded: `10.0.0.${count}, 203.0.113.7` })).status).toBe(200)
    expect((await challenge({ forwarded: '10.0.0.99, 203.0.113.7' })).status).toBe(429)
    expect((await challenge({ forwarded: '10.0.0.1, 203.0.113.8' })).status).toBe(200)
  })

  test('all addresses of an IPv6 /64 network are one client', async () => {
    for (const host of ['1', 'ffff:0:0:1', 'a:b:c:d'])
      expect((await challenge({ forwarded: `2001:db8:0:7:${host === '1' ? ':1' : host}` })).status).toBe(200)
    expect((await challenge({ forwarded: '2001:db8:0:7::2' })).status).toBe(429)
    expect((await challenge({ forwarded: '2001:db8:0:8::2' })).status).toBe(200)
  })

  test('the header is ignored without a trusted proxy', async () => {
    const open = await openTestShell({ limits: LIMITS })
    try {
      const ask = (forwarded: string) =>
        open.fetch('GET', `/api/auth/challenge?wallet=${newWallet()}`, {
          headers: { 'x-forwarded-for': forwarded },
        })
      for (let count = 0; count < BURST; count++) expect((await ask(`203.0.113.${count}`)).status).toBe(200)
      expect((await ask('203.0.113.99')).status).toBe(429)
    } finally {
      await open.close()
    }
  })
})
