import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { scriptedModel } from '@parley/agent/testing'
import { router } from '@parley/api'
import { createTestApi, type TestApi } from '@parley/api/testing'
import { createCipher } from '@parley/core'
import { useTestDatabase } from '@parley/db/testing'
import { type CatalogEntry, createCatalog, type Registry, type ServerConnection } from '@parley/mcp'
import { type ProtectedServer, startProtectedServer } from '@parley/mcp/testing/protected-server'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountSignInCallback, SIGN_IN_CALLBACK } from './mount-sign-in-callback.ts'
import { type OpenToolServers, openToolServers } from './open-tool-servers.ts'

const NAME = 'acme/safe'
/** A server whose address depends on a property. */
const SITED = 'acme/sited'
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }

const database = useTestDatabase()
let server: ProtectedServer
let api: TestApi
let registry: Registry
let external: OpenToolServers
let callback: Server
let alice: string
let bob: string

beforeAll(async () => {
  server = await startProtectedServer()
  api = createTestApi(Object.assign(world, { db: database.db }))
  registry = createCatalog([
    entry(NAME, { type: 'http', deploymentUrl: `${server.origin}/`, configSchema: {} }),
    entry(SITED, {
      type: 'http',
      deploymentUrl: `${server.origin}/{site}/`,
      configSchema: {
        type: 'object',
        properties: { site: { type: 'string', 'x-from': { url: 'site' } } },
        required: ['site'],
      },
    }),
  ])
  external = openToolServers(api.deps, { fetch, registry })
  const { toolServers, toolSignIns } = external
  Object.assign(api.deps, { toolServers, toolSignIns })
  const mount = mountSignInCallback(api.deps, pino({ enabled: false }))
  callback = createServer((request, response) => void mount(request, response)).listen(0, '127.0.0.1')
  await once(callback, 'listening')
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
})
afterAll(async () => {
  callback.close()
  await external.close()
  await server.close()
})

function entry(qualifiedName: string, connection: ServerConnection): CatalogEntry {
  return {
    qualifiedName,
    displayName: 'Safe',
    description: '',
    createdAt: '2026-01-01T00:00:00.000Z',
    useCount: 0,
    homepage: '',
    remote: true,
    iconUrl: '',
    connections: [connection],
    security: { scanPassed: false },
    tools: [],
  }
}

const as = (bearer: string) =>
  router.createCaller({
    deps: api.deps,
    bearer,
    signal: new AbortController().signal,
    idempotencyKey: null,
  }).mcp

async function state(bearer = alice, q = NAME) {
  return (await as(bearer).signInState({ q })).state
}

/** The address to which the authorization server redirects the browser after consent. */
async function agree(bearer: string, server: object = { tool_server_id: NAME }): Promise<URL> {
  const { url } = await as(bearer).startSignIn({ tool_server_id: NAME, ...server })
  const sent = new URL(url ?? '').searchParams
  const back = new URL(sent.get('redirect_uri') ?? '')
  back.searchParams.set('code', 'code-1')
  back.searchParams.set('state', sent.get('state') ?? '')
  return back
}

/** Follows the redirect with or without a session of this service; returns the next address. */
async function comeBack({ pathname, search }: URL, bearer: string | null): Promise<URL> {
  expect(pathname).toBe(SIGN_IN_CALLBACK)
  const { port } = callback.address() as AddressInfo
  const reply = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
    redirect: 'manual',
    headers: bearer === null ? {} : { cookie: `parley.session=${bearer}`, 'sec-fetch-site': 'cross-site' },
  })
  expect(reply.status).toBe(303)
  return new URL(reply.headers.get('location') ?? '')
}

async function newAgent(bearer: string, tool: object = { tool_server_id: NAME }) {
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id } = (await api.send('POST', '/llm_config', { bearer, body: config })).body.data
  const tools = [{ tool_name: 'echo', ...tool }]
  return api.send('POST', '/agent', { bearer, body: { name: 'A', model_config_id: id, tools } })
}

test('a program gets the sign-in address for its owner; after sign-in the tool can be bound and called', async () => {
  const refused = await newAgent(alice)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toContain(`needs you to sign in first: ${api.deps.origin}/tools`)
  expect(await state()).toBe('needed')

  const page = await comeBack(await agree(alice), alice)
  expect(page.href).toBe(`${api.deps.origin}/tools?server=acme%2Fsafe&sign_in=done`)
  expect(await state()).toBe('signed_in')
  expect(await state(bob)).toBe('needed')
  expect((await newAgent(bob)).status).toBe(409)

  const { agent_id } = (await newAgent(alice)).body.data
  world.model = scriptedModel([
    { toolCalls: [{ name: 'safe_echo', arguments: { text: 'x' } }] },
    'Done.',
  ]).model
  const body = { agent_id, prompt: 'Echo.' }
  const answer = await api.send('POST', '/chat/invoke-agent', { bearer: alice, body })
  expect(answer.body.data.trace).toMatchObject([{ agent_name: 'echo', status: 'ok' }, {}])

  await as(alice).endSignIn({ tool_server_id: NAME })
  expect(await state()).toBe('needed')
})

test('only the session that started a sign-in can complete it, and only once', async () => {
  const back = await agree(alice)
  const tokens = server.tokenRequests.length
  expect((await comeBack(back, bob)).searchParams.get('sign_in')).toBe('failed')
  expect((await comeBack(back, null)).searchParams.get('sign_in')).toBe('signed_out')
  const forged = new URL(back)
  forged.searchParams.set('state', 'nothing.of-ours')
  expect((await comeBack(forged, alice)).searchParams.get('sign_in')).toBe('failed')
  expect(server.tokenRequests).toHaveLength(tokens)
  expect(await state(bob)).toBe('needed')

  expect((await comeBack(back, alice)).searchParams.get('sign_in')).toBe('done')
  expect((await comeBack(back, alice)).searchParams.get('sign_in')).toBe('failed')
  expect(await state()).toBe('signed_in')
})

test('the sign-in at a server whose address depends on a property uses that property', async () => {
  const sited = { tool_server_id: SITED, properties: [{ key: 'site', value: 'oslo' }] }
  expect((await newAgent(alice, sited)).status).toBe(409)
  const toolsFor = (body: object) => api.send('POST', '/mcp/client/tools', { bearer: alice, body })
  expect((await toolsFor(sited)).status).toBe(409)
  expect((await toolsFor({ tool_server_id: SITED })).status).toBe(400)
  expect((await toolsFor({ tool_server_id: 'no/such' })).status).toBe(404)
  await expect(as(alice).startSignIn({ tool_server_id: SITED })).rejects.toThrow('"site"')

  const page = await comeBack(await agree(alice, sited), alice)
  expect(page.searchParams.get('sign_in')).toBe('done')
  expect(await state(alice, SITED)).toBe('signed_in')
  expect((await toolsFor(sited)).body.data.tools).toMatchObject([{ name: 'echo', hints: {} }])
  expect((await newAgent(alice, sited)).status).toBe(200)
})

test('an API key signs in no user, and an unknown server is not found', async () => {
  const { secret } = await router
    .createCaller({
      deps: api.deps,
      bearer: alice,
      signal: new AbortController().signal,
      idempotencyKey: null,
    })
    .apiKey.create({ name: 'K' })
  await expect(as(secret).startSignIn({ tool_server_id: NAME })).rejects.toThrow('API key')
  await expect(as(alice).startSignIn({ tool_server_id: 'no/such' })).rejects.toThrow('No registry knows')
})

test('a sign-in that no configured master key opens counts as none, and its owner signs in again', async () => {
  const carol = (await api.signIn()).token
  const toolsOf = (bearer: string) =>
    api.send('POST', '/mcp/client/tools', { bearer, body: { tool_server_id: NAME } })
  await comeBack(await agree(carol), carol)
  expect((await toolsOf(carol)).status).toBe(200)

  const { cipher, toolServers, toolSignIns } = api.deps
  const reopened = openToolServers(
    { ...api.deps, cipher: createCipher([randomBytes(32)]) },
    { fetch, registry },
  )
  Object.assign(api.deps, { toolServers: reopened.toolServers, toolSignIns: reopened.toolSignIns })
  expect(await state(carol)).toBe('needed')
  const refused = await toolsOf(carol)
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('sign in first')])
  expect((await comeBack(await agree(carol), carol)).searchParams.get('sign_in')).toBe('done')
  expect((await toolsOf(carol)).status).toBe(200)
  expect((await comeBack(await agree(bob), bob)).searchParams.get('sign_in')).toBe('done')
  expect((await toolsOf(bob)).status).toBe(200)
  await reopened.close()
  Object.assign(api.deps, { cipher, toolServers, toolSignIns })
})
