import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@parley/agent/testing'
import { createTestApi, type TestApi } from '@parley/api/testing'
import { createMetadataStore, createSandbox, type MetadataStore, type Sandbox } from '@parley/data'
import { useTestDatabase } from '@parley/db/testing'
import { createEgress, type Egress } from '@parley/net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataDeps } from './data-deps.ts'

const database = useTestDatabase()
let folder: string
let sandbox: Sandbox
let egress: Egress
let metadata: MetadataStore
let api: TestApi
let token: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-web-export-'))
  sandbox = createSandbox({ tempFolder: folder })
  egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
  metadata = createMetadataStore({ folder })
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  Object.assign(api.deps, { data: createDataDeps({ sandbox, egress, metadata, folder }) })
  token = (await api.signIn()).token
})
afterAll(async () => {
  metadata.close()
  await sandbox.close()
  await egress.close()
  await rm(folder, { recursive: true, force: true })
})

const save = (sql: string, bearer = token) =>
  api.send('POST', '/data_source/export', { bearer, body: { sql } })

async function read({ reply }: Awaited<ReturnType<typeof save>>): Promise<string> {
  let text = ''
  for await (const piece of reply.body as AsyncIterable<string>) text += piece
  return text
}

test('saves every row of a file, also rows beyond the limits of the console and of create_graph', async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => `${index},"row ${index}, {""a"": 1}"`)
  const file = { name: 'long', format: 'csv', content: `n,label\n${rows.join('\n')}\n` }
  expect((await api.send('POST', '/data_source', { bearer: token, raw: formOf(file), headers })).status).toBe(
    200,
  )
  const text = await read(await save('SELECT n, label FROM long ORDER BY n'))
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(60_001)
  expect(lines.slice(0, 2)).toEqual(['n,label', '0,"row 0, {""a"": 1}"'])
  expect(lines.at(-1)).toBe('59999,"row 59999, {""a"": 1}"')
})

test('refuses a result over the limits instead of cutting it, and another user cannot read the data', async () => {
  const over = await save('SELECT i FROM range(1000001) t(i)')
  expect([over.status, over.body.message]).toEqual([
    413,
    'The result has more than 1000000 rows or 50331648 bytes. Filter or aggregate it, or save it in parts.',
  ])
  const stranger = await save('SELECT n FROM long', (await api.signIn()).token)
  expect(stranger.status).toBe(400)
})

test('holds few results at once, and releases one when its client disconnects', async () => {
  const held = await Promise.all(Array.from({ length: 4 }, () => save('SELECT 1 AS n')))
  expect((await save('SELECT 1 AS n')).status).toBe(503)
  for (const { reply } of held) {
    for await (const piece of reply.body as AsyncIterable<string>) {
      expect(piece).toBe('n\r\n1\r\n')
      break
    }
  }
  expect((await save('SELECT 1 AS n')).status).toBe(200)
})

const headers = { 'content-type': 'multipart/form-data; boundary=frontier' }

function formOf({ name, format, content }: Record<'name' | 'format' | 'content', string>): string {
  return [
    '--frontier',
    `Content-Disposition: form-data; name="file"; filename="${name}.${format}"`,
    '',
    content,
    '--frontier--',
    '',
  ].join('\r\n')
}
