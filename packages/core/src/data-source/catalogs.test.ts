import { scriptedModel } from '@parley/agent/testing'
import { createDataSource, deleteDataSource, type OwnerId, updateDataSource } from '@parley/db'
import { createTestUser, useTestDatabase } from '@parley/db/testing'
import { expect, test } from 'vitest'
import { createTestDeps } from '../testing.ts'
import { openCatalogs } from './catalogs.ts'
import { listReachableSources } from './get-data-source.ts'

const database = useTestDatabase()

function tablesOf(name: string, columnCount = 1) {
  const columns = Array.from({ length: columnCount }, (_, index) => ({
    name: `c${index}`,
    type: 'BIGINT',
    description: '',
    samples: [],
  }))
  return [{ name, description: '', rowCount: 1, columns }]
}

async function connect(owner: OwnerId, name: string): Promise<string> {
  const id = crypto.randomUUID()
  const rest = { kind: 'file', title: '', description: '', connectionCipher: null, address: '', bytes: 1 }
  await createDataSource(database.db, owner, { id, name, tables: tablesOf(name), ...rest })
  return id
}

test('reads a catalog once, and again when it has changed', async () => {
  const owner = await createTestUser(database.db)
  const other = await createTestUser(database.db)
  const deps = createTestDeps({ db: database.db, model: scriptedModel([]).model })
  const names = async (who = owner) =>
    (await listReachableSources(deps, who)).map(({ name, tables }) => `${name}.${tables[0]?.name}`)

  const first = await connect(owner, 'first')
  const [fresh] = await listReachableSources(deps, owner)
  const [again] = await listReachableSources(deps, owner)
  expect(again).toEqual(fresh)
  expect(again?.tables).toBe(fresh?.tables)
  expect(await names(other)).toEqual([])

  await connect(owner, 'second')
  expect(await names()).toEqual(['first.first', 'second.second'])
  await updateDataSource(database.db, owner, { id: first, tables: tablesOf('changed') })
  expect(await names()).toEqual(['first.changed', 'second.second'])
  await deleteDataSource(database.db, owner, first)
  expect(await names()).toEqual(['second.second'])
})

test('keeps the most recently used catalogs within the maximum of columns', () => {
  const catalogs = openCatalogs({ maxColumns: 10 })
  const keep = (id: string, columns: number) =>
    catalogs.keep({ id, updatedAt: '1', tables: tablesOf(id, columns) })
  const isKept = (id: string) => catalogs.find({ id, updatedAt: '1' }) !== null
  keep('a', 3)
  keep('b', 3)
  expect(isKept('a')).toBe(true)
  keep('c', 4)
  expect(['a', 'b', 'c'].map(isKept)).toEqual([true, false, true])
  keep('d', 20)
  expect(['a', 'c', 'd'].map(isKept)).toEqual([true, true, false])
  expect(catalogs.find({ id: 'a', updatedAt: '2' })).toBeNull()
})
