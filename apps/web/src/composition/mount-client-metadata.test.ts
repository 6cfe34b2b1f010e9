import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { scriptedModel } from '@parley/agent/testing'
import { createTestApi } from '@parley/api/testing'
import { useTestDatabase } from '@parley/db/testing'
import { createCatalog } from '@parley/mcp'
import { startProtectedServer } from '@parley/mcp/testing/protected-server'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { CLIENT_METADATA, mountClientMetadata } from './mount-client-metadata.ts'
import { openToolServers } from './open-tool-servers.ts'

const ClientMetadata = z.looseObject({ redirect_uris: z.array(z.string()) })

const ORIGIN = 'https://parley.example'
const database = useTestDatabase()

test('an authorization server that reads metadata documents needs no client registration', async () => {
  const server = await startProtectedServer()
  server.hasClientDocuments = true
  const api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  const entry = {
    qualifiedName: 'acme/safe',
    displayName: 'Safe',
    description: '',
    createdAt: '2026-01-01T00:00:00.000Z',
    useCount: 0,
    homepage: '',
    remote: true,
    iconUrl: '',
    connections: [{ type: 'http', deploymentUrl: `${server.origin}/`, configSchema: {} }],
    security: { scanPassed: false },
    tools: [],
  }
  const registry = createCatalog([entry])
  const external = openToolServers({ ...api.deps, origin: ORIGIN }, { fetch, registry })
  const { userId } = await api.signIn()
  // The owner that authentication returned.
  const owner = userId as Parameters<typeof external.toolSignIns.start>[0]
  const url = await external.toolSignIns.start(owner, { toolServerId: 'acme/safe', properties: [] })

  const sent = new URL(url ?? '').searchParams
  expect(sent.get('client_id')).toBe(`${ORIGIN}${CLIENT_METADATA}`)
  expect(server.registrations).toEqual([])
  const document = await read()
  expect(document).toMatchObject({ client_id: sent.get('client_id'), token_endpoint_auth_method: 'none' })
  expect(document.redirect_uris).toContain(sent.get('redirect_uri'))
  await external.close()
  await server.close()
})

/** The document that the service serves at its client id. */
async function read() {
  const mount = mountClientMetadata({ origin: ORIGIN })
  const page = createServer((request, response) => void mount(request, response)).listen(0, '127.0.0.1')
  await once(page, 'listening')
  const { port } = page.address() as AddressInfo
  const reply = await fetch(`http://127.0.0.1:${port}${CLIENT_METADATA}`)
  expect(reply.headers.get('content-type')).toBe('application/json')
  page.close()
  return ClientMetadata.parse(await reply.json())
}
