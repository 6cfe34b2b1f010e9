import { useTestDatabase } from '@parley/db/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeStatements } from './describe-statements.mjs'
import { printDescribed } from './print-described.mjs'

const database = useTestDatabase()
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
})

function describeOne(text: string) {
  return describeStatements(client, new Map([['one', text]]))
}

describe('describeStatements', () => {
  test('gives the types of parameters and columns, and whether a column may be null', async () => {
    const text = `select id, limits, created_at as "createdAt", length(name) as size from agents
      where user_id = $1 and name = any($2::text[]) limit $3`
    expect(await describeOne(text)).toEqual([
      {
        name: 'one',
        values: ['uuid', 'text[]', 'int8'],
        columns: [
          { name: 'id', type: 'uuid', nullability: 'NotNull' },
          { name: 'limits', type: 'json', nullability: 'Nullable' },
          { name: 'createdAt', type: 'bpchar', nullability: 'NotNull' },
          { name: 'size', type: 'int4', nullability: 'Unproven' },
        ],
      },
    ])
  })

  test('does not claim that a column is never null in a statement with an outer join', async () => {
    const [statement] = await describeOne(
      'select a.id, s.name from agents a left join sessions s on s.agent_id = a.id',
    )
    expect(statement?.columns.map(({ nullability }) => nullability)).toEqual(['Unproven', 'Unproven'])
  })

  test('does not execute a statement', async () => {
    await describeOne('delete from users')
    const { rows } = await client.query('select count(*)::int as users from users')
    expect(rows).toEqual([{ users: 1 }])
  })

  test('reports every statement that PostgreSQL refuses, with the reason', async () => {
    const statements = new Map([
      ['good', 'select id from agents'],
      ['misspelt', 'select naem from agents'],
      ['without_table', 'select id from agentz'],
    ])
    await expect(describeStatements(client, statements)).rejects.toThrow(
      'PostgreSQL refuses these statements:\n' +
        'misspelt: column "naem" does not exist\nwithout_table: relation "agentz" does not exist',
    )
  })

  test('refuses a statement that names a column by the name it had before a migration', async () => {
    await client.query('begin; alter table personas rename column instructions to rules')
    const stale = describeOne('select instructions from personas')
    await expect(stale).rejects.toThrow('one: column "instructions" does not exist')
    await client.query('rollback')
  })
})

test('printDescribed writes a type with one entry for each statement', () => {
  const printed = printDescribed([
    { name: 'first', values: ['uuid'], columns: [{ name: 'id', type: 'uuid', nullability: 'NotNull' }] },
    { name: 'second', values: [], columns: [{ name: '?column?', type: 'int4', nullability: 'Unproven' }] },
    { name: 'third', values: [], columns: [] },
  ])
  expect(printed).toContain(`
export type Described = {
  first: {
    values: ['uuid']
    columns: {
      id: NotNull<'uuid'>
    }
  }
  second: {
    values: []
    columns: {
      '?column?': Unproven<'int4'>
    }
  }
  third: {
    values: []
    columns: Record<never, never>
  }
}
`)
})
