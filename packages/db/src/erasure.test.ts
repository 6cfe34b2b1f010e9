import { expect, test } from 'vitest'
import './erase-records.ts'
import { listStatements } from './statement.ts'
import { useTestDatabase } from './testing.ts'

const database = useTestDatabase()

test('the receipt of an erasure counts every table whose rows belong to a person', async () => {
  const { rows } = await database.db.pool.query<{ name: string }>(
    `select distinct c.conrelid::regclass::text as name from pg_constraint c
     where c.contype = 'f' and c.confrelid in ('users'::regclass, 'sessions'::regclass, 'webhooks'::regclass)`,
  )
  expect(rows.length).toBeGreaterThan(20)
  const text = listStatements().get('count_rows_of_person') ?? ''
  for (const { name } of rows) expect([name, text.includes(`from ${name} `)]).toEqual([name, true])
})
