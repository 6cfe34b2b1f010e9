import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCatalog, createSignIn, readCatalogClients, readCatalogFile } from '../index.ts'
import { http, OWNER } from '../testing/bind.ts'
import { startProtectedServer } from '../testing/start-protected-server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(oauthClient: object): Promise<string> {
  const path = join(folder, 'catalog.json')
  const connections = [{ deploymentUrl: 'https://safe.example/mcp' }]
  const servers = [{ qualifiedName: 'acme/safe', connections, oauthClient }]
  await writeFile(path, JSON.stringify({ servers }))
  return path
}

const client = { clientId: 'by-hand', clientSecret: 'hush' }

async function signInWith(issuerOf: (origin: string) => string) {
  const server = await startProtectedServer()
  const path = await file({ ...client, issuer: issuerOf(server.origin) })
  const clients = await readCatalogClients(path)
  const signIn = createSignIn({
    fetch,
    redirectUrl: 'https://parley.example/callback',
    registeredClient: ({ toolServerId }) => clients.get(toolServerId),
    store: {
      load: async () => null,
      save: async () => {},
      remove: async () => {},
      tryLock: async () => true,
      unlock: async () => {},
    },
  })
  const target = {
    ownerId: OWNER,
    toolServerId: 'acme/safe',
    connection: http(`${server.origin}/`),
    properties: [],
  }
  const started = await signIn.start(target)
  await server.close()
  const { registrations } = server
  return {
    clientId: started.kind === 'redirect' && new URL(started.url).searchParams.get('client_id'),
    registrations,
  }
}

test('a client registered by hand is sent to its issuer only', async () => {
  expect(await signInWith((origin) => origin)).toEqual({ clientId: 'by-hand', registrations: [] })
  const elsewhere = await signInWith(() => 'https://other.example')
  expect(elsewhere.clientId).toBe('client-1')

  const details = await createCatalog(await readCatalogFile(await file(client))).server('acme/safe')
  expect(JSON.stringify(details)).not.toContain('hush')
})

test('refuses a client without an issuer', async () => {
  await expect(readCatalogClients(await file(client))).rejects.toMatchObject({
    code: 'invalid_config',
    message: 'Entry 1 of the catalog of tool servers has an oauthClient without issuer and clientId.',
  })
})
