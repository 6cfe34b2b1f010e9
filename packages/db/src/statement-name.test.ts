import { describe, expect, test } from 'vitest'
import { createPersona, listPersonas } from './persona.ts'
import { createStatementNames } from './statement-name.ts'
import { createTestUser, useTestDatabase } from './testing.ts'

describe('the names of Prisma’s statements', () => {
  test('are equal for equal texts and differ for different ones', () => {
    const nameOf = createStatementNames()
    const first = nameOf({ sql: 'select 1' })
    expect(nameOf({ sql: 'select 1' })).toBe(first)
    expect(nameOf({ sql: 'select 2' })).not.toBe(first)
    expect(createStatementNames()({ sql: 'select 1' })).toBe(first)
  })

  test('are empty from the 501st text on, which limits the statements that a connection keeps', () => {
    const nameOf = createStatementNames()
    const names = Array.from({ length: 501 }, (_, index) => nameOf({ sql: `select ${index}` }))
    expect(names.filter((name) => name === '')).toHaveLength(1)
    expect(names.at(-1)).toBe('')
    expect(nameOf({ sql: 'select 0' })).toBe(names[0])
  })
})

describe('a Prisma call', () => {
  const database = useTestDatabase({ poolSize: 1 })

  test('is parsed once on a connection, however often it runs', async () => {
    const { db } = database
    const owner = await createTestUser(db)
    await createPersona(db, owner, { name: 'Brief', description: '', instructions: 'Be brief.' })
    for (let call = 0; call < 3; call++) expect(await listPersonas(db, owner)).toHaveLength(1)
    const { rows } = await db.pool.query(
      `select (generic_plans + custom_plans)::int as calls from pg_prepared_statements
       where statement like 'SELECT%FROM "public"."personas"%ORDER BY%'`,
    )
    expect(rows).toEqual([{ calls: 3 }])
  })
})
