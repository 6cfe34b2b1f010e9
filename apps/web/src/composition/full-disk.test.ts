import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@parley/agent/testing'
import { createTestApi, type TestApi } from '@parley/api/testing'
import { createMetadataStore, createSandbox, type MetadataStore, type Sandbox } from '@parley/data'
import { useTestDatabase } from '@parley/db/testing'
import { createEgress, type Egress } from '@parley/net'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShell } from '../shell/create-shell.ts'
import { createDataDeps } from './data-deps.ts'
import { createFolderBlobs } from './folder-blobs.ts'
import { readReadiness } from './read-readiness.ts'
import { retiredVersions } from './retired-versions.ts'

const DISK_KB = 8192
const disk = await mkdtemp(join(tmpdir(), 'parley-full-disk-'))
// Mounting a file system needs root and a right that many containers lack.
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_KB}k`, 'tmpfs', disk]).status === 0
const FULL = 'The disk of the service is full, and nothing was stored. Its operator must free some space.'

describe.runIf(isMounted)('a full disk', () => {
  const database = useTestDatabase()
  const folder = join(disk, 'data')
  const filler = join(disk, 'filler')
  const world: Parameters<typeof createTestApi>[0] = {
    db: undefined as never,
    model: scriptedModel([]).model,
  }
  let sandbox: Sandbox
  let egress: Egress
  let metadata: MetadataStore
  let api: TestApi
  let alice: string
  let bob: string
  beforeAll(async () => {
    await mkdir(folder)
    sandbox = await createSandbox({ tempFolder: join(folder, 'temp') })
    egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
    metadata = createMetadataStore({ folder })
    api = createTestApi(Object.assign(world, { db: database.db }))
    const data = createDataDeps({ sandbox, egress, metadata, folder, retired: retiredVersions(database.db) })
    Object.assign(api.deps, { data, blobs: createFolderBlobs(folder) })
    alice = (await api.signIn()).token
    bob = (await api.signIn()).token
  })
  afterAll(async () => {
    metadata.close()
    await sandbox.close()
    await egress.close()
    spawnSync('umount', [disk])
    await rm(disk, { recursive: true, force: true })
  })

  async function leave(bytes: number) {
    await rm(filler, { force: true })
    const { bavail, bsize } = await statfs(disk)
    await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes)))
  }

  function upload(bytes: number, bearer = alice) {
    const rows = Array.from({ length: Math.ceil(bytes / 64) }, () => randomBytes(32).toString('hex'))
    const disposition = 'Content-Disposition: form-data; name="file"; filename="noise.csv"'
    const raw = ['--frontier', disposition, '', `code\n${rows.join('\n')}\n`, '--frontier--', ''].join('\r\n')
    const headers = { 'content-type': 'multipart/form-data; boundary=frontier' }
    return api.send('POST', '/data_source', { bearer, raw, headers })
  }

  /** Asks over HTTP whether the service can take work. The disk of the test is smaller than the usual reserve. */
  async function readyz() {
    const isReady = () => readReadiness(database.db, { folder, leastFreeBytes: 2 ** 20 })
    const log = pino({ level: 'silent' })
    const shell = createShell({ deps: api.deps, log, inFlightLimit: 10, pages: null, isReady })
    shell.server.listen(0, '127.0.0.1')
    await once(shell.server, 'listening')
    // A server that listens on TCP has an address of this form.
    const { port } = shell.server.address() as AddressInfo
    try {
      const reply = await fetch(`http://127.0.0.1:${port}/readyz`)
      return { status: reply.status, body: await reply.json() }
    } finally {
      await shell.close(0)
    }
  }

  /** Files of uploads that have begun or ended, without the indexes. */
  async function storedFiles() {
    const names = await readdir(folder, { recursive: true, withFileTypes: true })
    return names
      .filter((entry) => entry.isFile() && !/temp|indexes/.test(entry.parentPath))
      .map(({ name }) => name)
      .toSorted()
  }

  const listed = async (bearer = alice) =>
    (await api.send('GET', '/data_source', { bearer })).body.data.data_sources.length

  test('refuses an upload with 503 and a sentence, in the upload and in its conversion, and stores nothing', async () => {
    expect((await upload(10_000)).status).toBe(200)
    const before = await storedFiles()
    // Too little for the upload; then enough for the upload, but not for its Parquet file too.
    for (const [free, size] of [
      [100_000, 1_000_000],
      [1_400_000, 1_000_000],
    ] as const) {
      await leave(free)
      const refused = await upload(size)
      expect([refused.status, refused.body.message]).toEqual([503, FULL])
      expect(refused.headers['retry-after']).toBe('60')
      expect(await storedFiles()).toEqual(before)
      expect([await listed(), await listed(bob)]).toEqual([1, 0])
    }
    const message =
      'The disk of the data folder is full. Free some space; uploads and charts fail until then.'
    // The process of a refused upload frees its temporary files a moment later, so the disk is filled up again.
    const whenFull = async () => {
      await leave(500_000)
      return readyz()
    }
    await expect.poll(whenFull).toEqual({ status: 503, body: { status: 'unavailable', message } })
    await rm(filler)
    expect(await readyz()).toEqual({ status: 200, body: { status: 'ok' } })
    expect((await upload(1_000_000)).status).toBe(200)
    expect(api.faults).toEqual([])
  })

  test('fails a search and a chart with a sentence, and both work again later', async () => {
    const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
    const { id } = (await api.send('POST', '/llm_config', { bearer: alice, body: config })).body.data
    const tools = ['find_metadata', 'execute_sql', 'create_graph'].map((tool_name) => ({
      tool_name,
      tool_server_id: 'parley',
    }))
    const agent = { name: 'A', model_config_id: id, tools }
    const { agent_id } = (await api.send('POST', '/agent', { bearer: alice, body: agent })).body.data
    const encoding = { x: { field: 'n', type: 'quantitative' } }
    const calls = [
      { name: 'find_metadata', arguments: { user_question: 'Which codes?' } },
      { name: 'execute_sql', arguments: { generated_sql: 'SELECT 1 AS n' } },
      {
        name: 'create_graph',
        arguments: { sql_results: 'step 2', chart_spec: JSON.stringify({ mark: 'point', encoding }) },
      },
    ]
    const run = async () => {
      world.model = scriptedModel([...calls.map((call) => ({ toolCalls: [call] })), 'Done.']).model
      const body = { agent_id, prompt: 'How many?' }
      const { trace } = (await api.send('POST', '/chat/invoke-agent', { bearer: alice, body })).body.data
      return trace.map(({ status, output }: { status: string; output: { error?: string } }) =>
        output.error === undefined ? status : output.error,
      )
    }
    await leave(0)
    expect(await run()).toEqual([FULL, 'ok', FULL, 'ok'])
    await rm(filler)
    expect(await run()).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(api.faults).toEqual([])
  })
})
