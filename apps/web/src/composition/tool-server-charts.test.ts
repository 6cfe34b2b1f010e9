import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMetadataStore, createSandbox, type MetadataStore, type Sandbox } from '@parley/data'
import { connectModern, connectOlder } from '@parley/mcp/testing/clients'
import { createEgress, type Egress } from '@parley/net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mount } from '../shell/create-shell.ts'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'
import { createDataDeps } from './data-deps.ts'
import { mountToolServer } from './mount-tool-server.ts'
import { retiredVersions } from './retired-versions.ts'

let shell: TestShell
let folder: string
let sandbox: Sandbox
let egress: Egress
let metadata: MetadataStore
let token: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-web-charts-'))
  sandbox = createSandbox({ tempFolder: folder })
  egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
  metadata = createMetadataStore({ folder })
  const mounts: Record<string, Mount> = {}
  shell = await openTestShell({ mounts })
  Object.assign(shell.deps, {
    data: createDataDeps({ sandbox, egress, metadata, folder, retired: retiredVersions(shell.deps.db) }),
  })
  mounts['/mcp'] = mountToolServer(shell.deps, { origin: shell.deps.origin, mode: 'local' })
  token = await shell.signIn()
})
afterAll(async () => {
  metadata.close()
  await sandbox.close()
  await egress.close()
  await shell.close()
  await rm(folder, { recursive: true, force: true })
})

const encoding = { x: { field: 'month', type: 'ordinal' }, y: { field: 'temp', type: 'quantitative' } }
const chart_spec = JSON.stringify({ title: 'Warmth', mark: 'bar', encoding })
const generated_sql = 'SELECT i AS month, i * 2 AS temp FROM range(3) t(i)'

test.each([
  ['the newest revision', connectModern],
  ['a handshake revision', connectOlder],
])('a client of %s draws the rows it sends and is not told of step numbers', async (_what, connect) => {
  const client = await connect(`http://127.0.0.1:${shell.port}/mcp`, token)
  const { tools } = await client.listTools()
  expect(JSON.stringify(tools)).not.toMatch(/step number/i)

  const { structuredContent, content } = await client.callTool({
    name: 'execute_sql',
    arguments: { generated_sql },
  })
  expect(JSON.stringify(content)).not.toContain('step')
  const { rows } = structuredContent as { rows: unknown[] }
  const drawn = await client.callTool({
    name: 'create_graph',
    arguments: { sql_results: JSON.stringify(rows), chart_spec },
  })
  expect(drawn.content).toContainEqual(expect.objectContaining({ type: 'image', mimeType: 'image/png' }))

  const byStep = await client.callTool({ name: 'create_graph', arguments: { sql_results: '1', chart_spec } })
  expect(byStep).toMatchObject({
    isError: true,
    content: [
      {
        text: 'Send sql_results as a JSON array of row objects, or as an object of such arrays by name; results of earlier calls are not kept here.',
      },
    ],
  })
  await client.close()
})
