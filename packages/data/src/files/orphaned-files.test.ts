import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEgress } from '@parley/net'
import { openS3Store } from '@parley/objects'
import { S3_CREDENTIALS, startS3Server } from '@parley/objects/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ingestFile, removeRetiredFiles, retireDataset, retireOrphans, storedVersions } from '../index.ts'
import { datasetFolder } from '../source/dataset-files.ts'
import { openWorkshop, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const OWNER = 'owner-1'
const owner = () => ({ ...workshop, ownerId: OWNER })
const LONG_AGO = new Date(Date.now() - 2 * 86_400_000)

/**
 * A version of a process that crashed before recording it. `writtenAt` is the time of its folder and its
 * files.
 */
async function version(writtenAt?: Date): Promise<string> {
  const content = Buffer.from('a\n1\n')
  const { tables } = await ingestFile({ ...workshop, ownerId: OWNER, name: 'x', format: 'csv', content })
  const file = tables[0]?.file ?? ''
  if (!writtenAt) return file
  await utimes(join(workshop.folder, file), writtenAt, writtenAt)
  await utimes(join(workshop.folder, dirname(file)), writtenAt, writtenAt)
  return file
}

async function removeRetired(): Promise<string[]> {
  await removeRetiredFiles(workshop, { before: new Date(Date.now() + 60_000) })
  return (await readdir(workshop.folder, { recursive: true })).map((path) => path.replaceAll('\\', '/'))
}

test('a version that no record names is deleted when no upload writes it and no run reads it', async () => {
  const orphan = await version(LONG_AGO)
  const recorded = await version(LONG_AGO)
  const fresh = await version()
  await retireOrphans(owner(), async () => [recorded])
  await removeRetiredFiles(workshop, { before: LONG_AGO })
  expect(await readdir(workshop.folder, { recursive: true })).toContain(orphan)
  const left = await removeRetired()
  expect(left).not.toContain(orphan)
  expect(left).toContain(recorded)
  expect(left).toContain(fresh)
})

test('a version that is recorded during the search is kept', async () => {
  const file = await version(LONG_AGO)
  const between = await version()
  await retireOrphans(owner(), async () => {
    await utimes(join(workshop.folder, dirname(between)), LONG_AGO, LONG_AGO)
    await utimes(join(workshop.folder, between), LONG_AGO, LONG_AGO)
    return [file]
  })
  const left = await removeRetired()
  expect(left).toContain(file)
  expect(left).toContain(between)
})

test('a version that is still being written is kept, however long that takes', async () => {
  const folder = join(workshop.folder, datasetFolder(OWNER), '55555555-5555-4555-8555-555555555555')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'database.sqlite.incoming'), 'SQLite')
  await utimes(folder, LONG_AGO, LONG_AGO)
  await retireOrphans(owner(), async () => [])
  const place = `${datasetFolder(OWNER)}/55555555-5555-4555-8555-555555555555/database.sqlite.incoming`
  expect(await removeRetired()).toContain(place)
})

test('a retired version is not retired again and keeps its time', async () => {
  const file = await version(LONG_AGO)
  await retireDataset([file], owner())
  const retiredAt = Date.now()
  await sleep(5)
  await retireOrphans(owner(), async () => [])
  await removeRetiredFiles(workshop, { before: new Date(retiredAt + 1) })
  expect(await readdir(workshop.folder, { recursive: true })).not.toContain(file)
})

test('files of another owner, and files that are no version, are kept', async () => {
  const file = await version(LONG_AGO)
  const stray = join(workshop.folder, datasetFolder(OWNER), 'notes')
  await mkdir(stray, { recursive: true })
  await utimes(stray, LONG_AGO, LONG_AGO)
  await retireOrphans({ ...owner(), ownerId: 'owner-2' }, async () => [])
  await retireOrphans(owner(), async () => [file])
  const left = await removeRetired()
  expect(left).toContain(file)
  expect(left).toContain(`${datasetFolder(OWNER)}/notes`)
})

test('an upload that takes longer than a day is not deleted', async () => {
  const upload = join(workshop.folder, 'incoming', 'slow')
  await mkdir(upload, { recursive: true })
  await writeFile(join(upload, 'upload'), 'a,b')
  await utimes(upload, LONG_AGO, LONG_AGO)
  await removeRetiredFiles(workshop, { before: LONG_AGO })
  expect(await readdir(join(workshop.folder, 'incoming'))).toContain('slow')
})

test('objects that a killed replica stored and never recorded leave the store after a day', async () => {
  const server = await startS3Server()
  const egress = createEgress({ mode: 'public', allow: [], ownPorts: [], operatorUrls: [server.endpoint] })
  const { send } = egress.for('object_store')
  const place = { bucket: 'files', prefix: '', endpoint: server.endpoint }
  const store = openS3Store({ ...S3_CREDENTIALS, ...place, send })
  const versions = storedVersions({ store, folder: workshop.folder, maxBytes: 1_000_000 })
  const upload = { ...workshop, versions, name: 'x', format: 'csv', content: Buffer.from('a\n1\n') } as const
  const [orphan = '', recorded = '', ofOther = ''] = await Promise.all(
    [OWNER, OWNER, 'owner-2'].map(async (ownerId) => {
      const { tables } = await ingestFile({ ...upload, ownerId })
      return tables[0]?.file
    }),
  )
  const stored = { ...owner(), versions }
  const collect = async () => {
    await retireOrphans(stored, async () => [recorded])
    await removeRetiredFiles(stored, { before: new Date(Date.now() + 60_000) })
  }
  const left = () => [...server.objects.keys()].map((key) => key.replace('files/data/', '')).toSorted()
  await collect()
  expect(left()).toEqual([orphan, recorded, ofOther].toSorted())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 })
  try {
    await collect()
  } finally {
    vi.useRealTimers()
  }
  expect(left()).toEqual([recorded, ofOther].toSorted())
  await egress.close()
  await server.close()
})
