import { expect, test } from 'vitest'
import { createDataSource } from './data-source.ts'
import { createDefinition, listDefinitions } from './definition.ts'
import type { OwnerId } from './owner.ts'
import { findRunData } from './run-data.ts'
import { createTestUser, useTestDatabase } from './testing.ts'

const database = useTestDatabase()

function newSource(name: string, connectionCipher: Buffer | null) {
  const texts = { name, title: 'Sales "2026"', description: 'What was sold', address: '' }
  return { id: crypto.randomUUID(), kind: 'file', ...texts, tables: [], connectionCipher, bytes: 2 ** 41 }
}

test('a run reads what one owner has: every field but the catalogs, in the order of creation', async () => {
  const { db } = database
  const [owner, other] = [await createTestUser(db), await createTestUser(db)]
  const sealed = Buffer.from([0, 255, 39, 92, 10])
  const first = await createDataSource(db, owner, newSource('sales', sealed))
  const second = await createDataSource(db, owner, newSource('files', null))
  await createDataSource(db, other, newSource('theirs', null))
  const body = { text: 'More than {a,b} and \\' }
  const places = { dataSourceIds: [first?.id ?? ''], columns: ['a "b"', 'c,d'] }
  await createDefinition(db, owner, { kind: 'term', name: 'large', body, ...places })

  const read = await findRunData(db, owner)
  const withoutTables = [first, second].map((source) => {
    const { tables, ...row } = source ?? { tables: null }
    return row
  })
  expect(read).toEqual({
    role: 'member',
    sources: withoutTables,
    definitions: await listDefinitions(db, owner),
  })
  expect(read.definitions).toMatchObject([{ name: 'large', body, ...places }])
})

test('a user without data, and one who is gone, read nothing', async () => {
  const { db } = database
  const nothing = { sources: [], definitions: [] }
  expect(await findRunData(db, await createTestUser(db))).toEqual({ role: 'member', ...nothing })
  expect(await findRunData(db, crypto.randomUUID() as OwnerId)).toEqual({ role: null, ...nothing })
})
