import { type JsonObject, Secret } from '@parley/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createSignIn,
  createToolServers,
  type ServerTarget,
  type SignIn,
  type SignInKey,
  type SignInRecord,
  type SignInStore,
  type ToolServers,
  toolHash,
  toolServerOfState,
} from '../index.ts'
import { context, http, OWNER, ownerOf } from '../testing/bind.ts'
import { type ProtectedServer, startProtectedServer } from '../testing/start-protected-server.ts'

let server: ProtectedServer
let records: Map<string, SignInRecord>
let signIn: SignIn
let servers: ToolServers
let target: ServerTarget
/** Another process of the installation, with the same records. */
let openProcess: () => { signIn: SignIn; servers: ToolServers }

const keyText = (key: SignInKey) => `${key.ownerId} ${key.toolServerId}`
const record = (ownerId = OWNER) => records.get(`${ownerId} acme/safe`)

beforeEach(async () => {
  server = await startProtectedServer()
  records = new Map()
  const locked = new Set<string>()
  const store: SignInStore = {
    load: async (key) => structuredClone(records.get(keyText(key)) ?? null),
    save: async (key, value) => void records.set(keyText(key), structuredClone(value)),
    remove: async (key) => void records.delete(keyText(key)),
    tryLock: async (key) => !locked.has(keyText(key)) && !!locked.add(keyText(key)),
    unlock: async (key) => void locked.delete(keyText(key)),
  }
  openProcess = () => {
    const signIn = createSignIn({ fetch, store, redirectUrl: 'https://parley.example/callback' })
    const servers = createToolServers({
      fetch,
      authProvider: signIn.authProvider,
      fetchFor: signIn.fetchFor,
      signInUrl: (id) => `https://parley.example/tools/sign-in?server=${encodeURIComponent(id)}`,
    })
    return { signIn, servers }
  }
  ;({ signIn, servers } = openProcess())
  target = {
    ownerId: OWNER,
    toolServerId: 'acme/safe',
    connection: http(`${server.origin}/`),
    properties: [],
  }
})

afterEach(async () => {
  await servers.close()
  await server.close()
})

/** Signs in at the authorization server. Returns the parameters that the browser comes back with. */
async function visit(): Promise<URLSearchParams> {
  const started = await signIn.start(target)
  if (started.kind !== 'redirect') throw new Error('no redirect')
  const sent = new URL(started.url).searchParams
  return new URLSearchParams({ code: 'code-1', state: sent.get('state') ?? '' })
}

async function signedIn(): Promise<void> {
  await signIn.finish(target, await visit())
}

async function bindEcho() {
  const [tool] = await servers.listTools(target)
  if (!tool) throw new Error('no tool')
  const { toolServerId, connection, properties } = target
  const pin = { hash: toolHash(tool), tool }
  const [bound] = servers.bindTools({
    ownerId: OWNER,
    bindings: [{ toolServerId, toolName: 'echo', connection, properties, pin }],
  })
  if (!bound) throw new Error('nothing bound')
  return bound
}

test('an owner who never signed in gets the sign-in address without a request to the authorization server', async () => {
  await expect(servers.listTools(target)).rejects.toMatchObject({
    code: 'conflict',
    message:
      'Tool server "acme/safe" needs you to sign in first: https://parley.example/tools/sign-in?server=acme%2Fsafe',
  })
  expect(server.registrations).toEqual([])
  expect(records.size).toBe(0)
})

test('the authorization-code flow registers, uses PKCE, names the resource, and makes the tools work', async () => {
  const started = await signIn.start(target)
  if (started.kind !== 'redirect') throw new Error('no redirect')
  const url = new URL(started.url)
  expect(url.origin + url.pathname).toBe(`${server.origin}/authorize`)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'client-1',
    code_challenge_method: 'S256',
    redirect_uri: 'https://parley.example/callback',
    resource: `${server.origin}/`,
    scope: 'read',
  })
  expect(server.registrations[0]).toMatchObject({
    client_name: 'Parley',
    redirect_uris: ['https://parley.example/callback'],
  })
  const state = url.searchParams.get('state')
  expect(toolServerOfState(state)).toBe('acme/safe')

  await signIn.finish(target, new URLSearchParams({ code: 'code-1', state: state ?? '' }))
  expect(server.tokenRequests[0]?.get('code_verifier')).toMatch(/^[\w.~-]{43,}$/)
  expect(record()).toMatchObject({ tokens: { access_token: 'access-1' } })
  expect(record()?.pending).toBeUndefined()

  const tool = await bindEcho()
  expect(await tool.call({ text: 'x' }, context())).toMatchObject({ status: 'ok' })
  expect(await signIn.start(target)).toEqual({ kind: 'signed_in' })
})

test('refuses a callback with another state, by another owner, repeated, or too late', async () => {
  const parameters = await visit()
  const wrong = new URLSearchParams({ code: 'code-1', state: 'x.y' })
  const refused = { code: 'invalid_request', message: expect.stringContaining('Start it again') }
  await expect(signIn.finish(target, wrong)).rejects.toMatchObject(refused)
  await expect(signIn.finish({ ...target, ownerId: ownerOf('owner-2') }, parameters)).rejects.toMatchObject(
    refused,
  )
  expect(server.tokenRequests).toEqual([])

  await signIn.finish(target, parameters)
  await expect(signIn.finish(target, parameters)).rejects.toMatchObject(refused)

  const late = await visitAgain()
  const held = record()
  if (!held?.pending) throw new Error('nothing pending')
  records.set(`${OWNER} acme/safe`, {
    ...held,
    pending: { ...held.pending, startedAt: Date.now() - 601_000 },
  })
  await expect(signIn.finish(target, late)).rejects.toMatchObject(refused)
})

async function visitAgain(): Promise<URLSearchParams> {
  await signIn.signOut({ ownerId: OWNER, toolServerId: 'acme/safe' })
  return visit()
}

test('the later one of two started sign-ins is valid', async () => {
  const earlier = await visit()
  const later = await visit()
  await expect(signIn.finish(target, earlier)).rejects.toMatchObject({ code: 'invalid_request' })
  await signIn.finish(target, later)
  expect(record()?.tokens).toBeDefined()
})

test('reports that the authorization server refused the sign-in', async () => {
  const parameters = await visit()
  parameters.set('code', 'code-of-another-user')
  await expect(signIn.finish(target, parameters)).rejects.toMatchObject({
    code: 'upstream_failed',
    message: 'Signing in to tool server "acme/safe" was refused or is not offered.',
  })
  expect(record()?.tokens).toBeUndefined()
})

test('refreshes an expired token without the owner, and deletes a token that cannot be refreshed', async () => {
  await signedIn()
  const tool = await bindEcho()
  server.accessToken = 'rotated'
  expect(await tool.call({ text: 'x' }, context())).toMatchObject({ status: 'ok' })
  expect(server.tokenRequests.at(-1)?.get('grant_type')).toBe('refresh_token')
  expect(record()?.tokens?.access_token).toBe('access-2')

  server.accessToken = 'rotated again'
  server.refreshToken = 'withdrawn'
  const refused = await tool.call({ text: 'x' }, context())
  expect(refused).toMatchObject({ status: 'refused' })
  expect(refused.content).toContain('needs you to sign in first')
  expect(record()?.tokens).toBeUndefined()
  expect(server.registrations).toHaveLength(1)
})

test('uses tokens that another process refreshed meanwhile', async () => {
  await signedIn()
  const tool = await bindEcho()
  server.accessToken = 'expired'
  server.onTokenRequest = () => {
    server.onTokenRequest = () => {}
    server.refreshToken = 'refresh-of-the-other'
    const held = record()
    const tokens = { access_token: 'other', token_type: 'Bearer', refresh_token: 'refresh-of-the-other' }
    if (held) records.set(`${OWNER} acme/safe`, { ...held, tokens })
  }
  expect(await tool.call({ text: 'x' }, context())).toMatchObject({ status: 'ok' })
  expect(server.tokenRequests.at(-1)?.get('refresh_token')).toBe('refresh-of-the-other')
})

test('a call during a sign-in does not disturb the sign-in', async () => {
  const parameters = await visit()
  await expect(servers.listTools(target)).rejects.toMatchObject({ code: 'conflict' })
  await signIn.finish(target, parameters)
  expect((await servers.listTools(target)).map((tool) => tool.name)).toEqual(['echo'])
})

test('tokens are not sent to another address of the same name', async () => {
  await signedIn()
  const other = await startProtectedServer()
  other.accessToken = record()?.tokens?.access_token ?? ''
  try {
    const moved = { ...target, connection: http(`${other.origin}/`) }
    await expect(servers.listTools(moved)).rejects.toMatchObject({ code: 'conflict' })
  } finally {
    await other.close()
  }
})

test('a tool that needs a wider scope asks for a new sign-in, which asks for that scope', async () => {
  await signedIn()
  const tool = await bindEcho()
  server.neededScope = 'read write'
  expect(await tool.call({ text: 'x' }, context())).toMatchObject({ status: 'refused' })

  const started = await signIn.start(target)
  if (started.kind !== 'redirect') throw new Error('no redirect')
  const sent = new URL(started.url).searchParams
  expect(sent.get('scope')?.split(' ').sort()).toEqual(['read', 'write'])
  server.grantedScope = 'read write'
  await signIn.finish(target, new URLSearchParams({ code: 'code-1', state: sent.get('state') ?? '' }))
  expect(await tool.call({ text: 'x' }, context())).toMatchObject({ status: 'ok' })
})

test.each(['http://evil.example/authorize', 'javascript:alert(1)'])(
  'a sign-in does not send the user to %s',
  async (endpoint) => {
    server.authorizationEndpoint = endpoint
    await expect(signIn.start(target)).rejects.toMatchObject({ code: 'upstream_failed' })
  },
)

describe('a server that also wants configuration', () => {
  const schema = (from: JsonObject) => ({
    type: 'object',
    properties: { place: { type: 'string', 'x-from': from } },
    required: ['place'],
  })
  const place = { key: 'place', value: new Secret('north'), datatype: 'string' as const }

  test('accepts a sign-in before the configuration is known, and calls with the configuration afterwards', async () => {
    const connection = http(`${server.origin}/`, schema({ header: 'x-place' }))
    target = { ...target, connection }
    expect(await signIn.isNeeded(target)).toBe(true)
    await signedIn()
    expect(await signIn.isNeeded(target)).toBe(false)
    await expect(servers.listTools(target)).rejects.toMatchObject({ code: 'invalid_config' })
    expect(await servers.listTools({ ...target, properties: [place] })).toHaveLength(1)
    expect(server.calls.at(-1)?.request.headers['x-place']).toBe('north')
  })

  test('uses the configuration that its address depends on, also when the browser comes back', async () => {
    const connection = http(`${server.origin}/{place}/mcp`, schema({ url: 'place' }))
    target = { ...target, connection }
    for (const attempt of [signIn.isNeeded(target), signIn.start(target)]) {
      await expect(attempt).rejects.toMatchObject({
        code: 'invalid_config',
        message: expect.stringContaining('"place"'),
      })
    }
    const whole = { ...target, properties: [place] }
    const started = await signIn.start(whole)
    const state = started.kind === 'redirect' ? new URL(started.url).searchParams.get('state') : null
    await signIn.finish(target, new URLSearchParams({ code: 'code-1', state: state ?? '' }))
    expect(await servers.listTools(whole)).toHaveLength(1)
    expect(record()?.serverUrl).toBe(`${server.origin}/north/mcp`)
  })
})

test('signing out deletes the whole record', async () => {
  await signedIn()
  await signIn.signOut({ ownerId: OWNER, toolServerId: 'acme/safe' })
  expect(records.size).toBe(0)
  await expect(servers.listTools(target)).rejects.toMatchObject({ code: 'conflict' })
})

test('calls in two processes refresh an expired token once and stay signed in', async () => {
  await signedIn()
  server.isRevokingOnReuse = true
  const other = openProcess()
  try {
    const list = (servers: ToolServers) => servers.listTools(target)
    await Promise.all([list(servers), list(other.servers)])
    for (const round of ['first', 'second']) {
      server.accessToken = `expired ${round}`
      const before = server.tokenRequests.length
      await Promise.all([
        list(servers),
        list(other.servers),
        bindEcho().then((tool) => tool.call({ text: 'x' }, context())),
      ])
      expect(server.tokenRequests.length - before).toBe(1)
      expect(record()?.tokens?.access_token).toBe(server.accessToken)
      expect(record()?.tokens?.refresh_token).toBe(server.refreshToken)
    }
  } finally {
    await other.servers.close()
  }
})
