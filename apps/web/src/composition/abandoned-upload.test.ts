import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@parley/agent/testing'
import { createTestApi, type TestApi } from '@parley/api/testing'
import { createMetadataStore, createSandbox, type MetadataStore, type Sandbox } from '@parley/data'
import { useTestDatabase } from '@parley/db/testing'
import { createEgress, type Egress } from '@parley/net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataDeps } from './data-deps.ts'
import { retiredVersions } from './retired-versions.ts'

const database = useTestDatabase()
let folder: string
let sandbox: Sandbox
let egress: Egress
let metadata: MetadataStore
let api: TestApi
let conversions = Promise.withResolvers<void>()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-abandoned-'))
  sandbox = await createSandbox({ tempFolder: join(folder, 'temp'), maxConversions: 1 })
  egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
  metadata = createMetadataStore({ folder })
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  const watched: Sandbox = {
    ...sandbox,
    run: (name, request) => {
      if (name === 'convert') conversions.resolve()
      return sandbox.run(name, request)
    },
  }
  Object.assign(api.deps, {
    data: createDataDeps({
      sandbox: watched,
      egress,
      metadata,
      folder,
      retired: retiredVersions(api.deps.db),
    }),
  })
})
afterAll(async () => {
  metadata.close()
  await sandbox.close()
  await egress.close()
  await rm(folder, { recursive: true, force: true })
})

function upload(bearer: string, { rows, signal }: { rows: number; signal?: AbortSignal }) {
  const lines = Array.from({ length: rows }, (_, index) => `${index},name ${index},${index / 7}`)
  const disposition = 'Content-Disposition: form-data; name="file"; filename="rows.csv"'
  const content = `id,name,share\n${lines.join('\n')}\n`
  const raw = ['--frontier', disposition, '', content, '--frontier--', ''].join('\r\n')
  const headers = { 'content-type': 'multipart/form-data; boundary=frontier' }
  return api.send('POST', '/data_source', { bearer, raw, headers, ...(signal && { signal }) })
}

async function children(): Promise<string[]> {
  const [own = ''] = await readdir(join(folder, 'temp'))
  return (await readdir(join(folder, 'temp', own))).filter((name) => name.startsWith('file-'))
}

test('a client that leaves in the middle of a conversion ends its child, frees its slot and stores nothing', async () => {
  const [alice, bob] = [(await api.signIn()).token, (await api.signIn()).token]
  for (let round = 0; round < 3; round++) {
    conversions = Promise.withResolvers<void>()
    const leaving = new AbortController()
    const abandoned = upload(alice, { rows: 300_000, signal: leaving.signal }).catch(() => null)
    await conversions.promise
    leaving.abort(new Error('the client left'))
    expect((await abandoned)?.status).not.toBe(200)
  }
  await expect.poll(children, { timeout: 20_000 }).toEqual([])
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
  // The only slot for conversions is free.
  expect((await upload(bob, { rows: 3 })).status).toBe(200)
  const listed = await api.send('GET', '/data_source', { bearer: alice })
  expect(listed.body.data.data_sources).toEqual([])
})
