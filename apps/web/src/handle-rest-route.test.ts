import { scriptedModel } from '@parley/agent/testing'
import { handleWebRequest } from '@parley/api'
import { createTestApi, type TestApi } from '@parley/api/testing'
import { testConformance } from '@parley/api/testing/conformance'
import { useTestDatabase } from '@parley/db/testing'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as catchAll from '../app/api/[...path]/route.ts'
import { offerPageServices } from './auth/page-services.ts'

const database = useTestDatabase()
let api: TestApi
let token: string
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }

/** Calls the route handler as Next.js does: the function that is exported under the name of the method. */
function enter(request: Request): Promise<Response> {
  const handler = Object.entries(catchAll).find(([method]) => method === request.method)?.[1]
  if (!handler) throw new Error(`The route does not export ${request.method}.`)
  return handler(request)
}

beforeAll(async () => {
  api = createTestApi(Object.assign(world, { db: database.db }), enter)
  offerPageServices({
    origin: api.deps.origin,
    secret: 'secret of this test',
    isOpen: true,
    identityProvider: null,
    signIn: () => Promise.reject(new Error('No page signs in here.')),
    findUser: async () => null,
    hasAgents: async () => false,
    ledgerNetworks: [],
    handleRest: (request) => handleWebRequest(api.deps, request, (fault) => api.faults.push(fault)),
  })
  const signedIn = await api.signIn()
  token = signedIn.token
  // An administrator reaches every operation.
  await database.db.pool.query(`update users set role = 'administrator' where id = $1`, [signedIn.userId])
})
beforeEach(() => {
  api.faults.length = 0
})

testConformance(() => ({ api, token }))

test('the route stores a configuration for its owner and answers HEAD without a body', async () => {
  const body = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id } = (await api.send('POST', '/llm_config', { bearer: token, body })).body.data
  const path = `/llm_config/${id}`
  expect((await api.send('GET', path, { bearer: token })).body.data).toMatchObject(body)
  const other = (await api.signIn()).token
  expect((await api.send('GET', path, { bearer: other })).status).toBe(404)
  const head = await enter(
    new Request(`http://parley.test/api${path}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
    }),
  )
  expect({ status: head.status, body: await head.text() }).toEqual({ status: 200, body: '' })
})

test('the route streams the answer of a model as events', async () => {
  const body = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id } = (await api.send('POST', '/llm_config', { bearer: token, body })).body.data
  world.model = scriptedModel(['Four.']).model
  const response = await enter(
    new Request('http://parley.test/api/chat/invoke-llm', {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ model_config_id: id, prompt: 'Two and two?' }),
    }),
  )
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(await response.text()).toContain('event: message\ndata: {"status":"ok","data":{"content":"Four."}}')
})
