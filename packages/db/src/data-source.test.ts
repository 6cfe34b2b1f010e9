import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  createDataSource,
  deleteDataSource,
  getDataSource,
  listDataSourceFiles,
  listDataSourceSummaries,
  listDataSources,
  updateDataSource,
} from './data-source.ts'
import type { OwnerId } from './owner.ts'
import { createTestUser, useTestDatabase } from './testing.ts'

const database = useTestDatabase()
let owner: OwnerId
let other: OwnerId
beforeAll(async () => {
  owner = await createTestUser(database.db)
  other = await createTestUser(database.db)
})

function newSource(name: string) {
  return {
    id: randomUUID(),
    name,
    title: `The ${name}`,
    kind: 'file',
    description: '',
    tables: [{ name: 'weather', columns: [{ name: 'date', samples: ['2012-01-01', null] }] }],
    connectionCipher: Buffer.from('sealed'),
    address: 'db.example:5432/shop',
    bytes: 5_000_000_000,
  }
}

test('a data source is read back unchanged, and only by its owner', async () => {
  const { db } = database
  const fields = newSource('Weather')
  const source = await createDataSource(db, owner, fields)
  expect(source).toMatchObject(fields)
  expect(await getDataSource(db, owner, fields.id)).toEqual(source)
  expect(await getDataSource(db, other, fields.id)).toBeNull()
  expect(await listDataSources(db, owner)).toEqual([source])
  const { tables: _, ...row } = source ?? fields
  expect(await listDataSourceSummaries(db, owner)).toEqual([{ ...row, tableCount: 1 }])
  expect(await listDataSourceSummaries(db, other)).toEqual([])
  expect(await listDataSources(db, other)).toEqual([])
  expect(await deleteDataSource(db, other, fields.id)).toBe(false)
  expect(await deleteDataSource(db, owner, fields.id)).toBe(true)
  expect(await getDataSource(db, owner, fields.id)).toBeNull()
})

test('a name is unique for an owner, and other owners may use it too', async () => {
  const { db } = database
  const created = await Promise.all(
    Array.from({ length: 5 }, () => createDataSource(db, owner, newSource('Movies'))),
  )
  expect(created.filter((source) => source !== null)).toHaveLength(1)
  expect(await createDataSource(db, other, newSource('Movies'))).not.toBeNull()
})

test('an update changes only the given fields and sets the time of change', async () => {
  const { db } = database
  const fields = newSource('Cars')
  const source = await createDataSource(db, owner, fields)
  await createDataSource(db, owner, newSource('Stocks'))
  expect(await updateDataSource(db, other, { id: fields.id, name: 'Mine' })).toEqual({ kind: 'missing' })
  expect(await updateDataSource(db, owner, { id: fields.id, name: 'Stocks' })).toEqual({ kind: 'name_taken' })

  const changed = await updateDataSource(db, owner, { id: fields.id, tables: [], connectionCipher: null })
  expect(changed).toEqual({
    kind: 'updated',
    dataSource: { ...source, tables: [], connectionCipher: null, updatedAt: expect.any(String) },
  })
  const described = await updateDataSource(db, owner, { id: fields.id, description: 'x' })
  expect(described).toMatchObject({ dataSource: { description: 'x', tables: [] } })
  const read = await getDataSource(db, owner, fields.id)
  expect(String(read?.updatedAt) > String(source?.updatedAt)).toBe(true)
})

test('a change based on an older version is refused, and only a refresh sets the time of refreshing', async () => {
  const { db } = database
  const source = await createDataSource(db, owner, newSource('Ships'))
  if (!source) throw new Error('The name was taken.')
  const { id, updatedAt: basedOn } = source

  const first = await updateDataSource(db, owner, { id, description: 'one', basedOn })
  expect(first).toMatchObject({ kind: 'updated', dataSource: { refreshedAt: source.refreshedAt } })
  expect(await updateDataSource(db, owner, { id, description: 'two', basedOn })).toEqual({ kind: 'missing' })
  expect(await getDataSource(db, owner, id)).toMatchObject({ description: 'one' })

  const refreshed = await updateDataSource(db, owner, { id, tables: [], isRefreshed: true })
  if (refreshed.kind !== 'updated') throw new Error('It is there.')
  expect(refreshed.dataSource.refreshedAt > source.refreshedAt).toBe(true)
})

test('the files of data sources are listed without their catalogs, to their owner alone', async () => {
  const { db } = database
  const filer = await createTestUser(db)
  const file = (name: string) => ({ name, file: `datasets/${name}.parquet` })
  const kept = { ...newSource('Kept'), tables: [file('a'), { name: 'b' }, file('c')] }
  const none = { ...newSource('None'), connectionCipher: null, tables: [] }
  for (const source of [kept, none]) await createDataSource(db, filer, source)
  const listed = await listDataSourceFiles(db, filer)
  expect(listed.toSorted((one, two) => one.files.length - two.files.length)).toEqual([
    { id: none.id, kind: 'file', connectionCipher: null, files: [] },
    {
      id: kept.id,
      kind: 'file',
      connectionCipher: kept.connectionCipher,
      files: [file('a').file, file('c').file],
    },
  ])
  expect(await listDataSourceFiles(db, await createTestUser(db))).toEqual([])
})
