import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDataShell } from '../testing/open-data-shell.ts'
import type { TestShell } from '../testing/open-shell.ts'

const MIGRATION = join(
  import.meta.dirname,
  '../../../../prisma/migrations/20261128034000_rename_sources_of_engine_schemas/migration.sql',
)

let shell: TestShell
beforeAll(async () => {
  shell = await openDataShell()
})
afterAll(() => shell.close())

/** Stores a file under a name that newer versions give to no source. */
async function storeAs(token: string, name: string): Promise<string> {
  const body = { name: `${name}.csv`, format: 'csv', content: 'city,n\nOslo,1\nRome,2\n' }
  const { id } = await shell.call('POST', '/data_source', { token, body })
  await shell.deps.db.pool.query(`update data_sources set name = $1, title = '' where id = $2`, [name, id])
  return id
}

async function migrate(): Promise<void> {
  await shell.deps.db.pool.query(await readFile(MIGRATION, 'utf8'))
}

async function run(token: string, sql: string) {
  const reply = await shell.fetch('POST', '/api/trpc/dataSource.query', { token, body: { sql } })
  const { result, error } = JSON.parse(await reply.text())
  return result ? result.data.rows : error.message
}

describe.each(['main', 'temp', 'system', 'memory', 'pg_catalog', 'information_schema'])(
  'a file that an older version stored as %s',
  (name) => {
    test('and all others of its owner are read by statements after the upgrade', async () => {
      const token = await shell.signIn()
      const id = await storeAs(token, name)
      const other = { name: 'other.csv', format: 'csv', content: 'city,n\nOslo,5\n' }
      await shell.call('POST', '/data_source', { token, body: other })
      expect(await run(token, 'SELECT n FROM other.other')).not.toEqual([{ n: 5 }])
      await migrate()
      const source = await shell.call('GET', `/data_source/${id}`, { token })
      expect(source).toMatchObject({ name: `source_${name}`, title: name })
      expect(await run(token, `SELECT sum(n)::INT AS n FROM ${source.tables[0].name}`)).toEqual([{ n: 3 }])
      expect(await run(token, 'SELECT n FROM other.other')).toEqual([{ n: 5 }])
    })

    test('gets the next free name, and no other source another one', async () => {
      const [token, bystander] = [await shell.signIn(), await shell.signIn()]
      const taken = { name: `${name}.csv`, format: 'csv', content: 'a\n1\n' }
      const kept = await shell.call('POST', '/data_source', { token: bystander, body: taken })
      const id = await storeAs(token, name)
      const second = await shell.call('POST', '/data_source', { token, body: taken })
      await migrate()
      expect(await shell.call('GET', `/data_source/${id}`, { token })).toMatchObject({
        name: `source_${name}_2`,
      })
      const unchanged = { name: `source_${name}` }
      expect(await shell.call('GET', `/data_source/${second.id}`, { token })).toMatchObject(unchanged)
      expect(await shell.call('GET', `/data_source/${kept.id}`, { token: bystander })).toMatchObject(
        unchanged,
      )
    })
  },
)

describe.each(['order', 'select'])('a file that an older version stored as %s', (name) => {
  test('is read under the name that find_metadata gives', async () => {
    const token = await shell.signIn()
    await storeAs(token, name)
    const { secret } = await shell.call('POST', '/apikeys', { token, body: { name: 'K', scopes: ['read'] } })
    const params = { name: 'find_metadata', arguments: { user_question: 'Which city has the highest n?' } }
    const headers = { accept: 'application/json, text/event-stream' }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const found = await (await shell.fetch('POST', '/mcp', { token: secret, headers, body })).text()
    expect(found).toContain(JSON.stringify(JSON.stringify(`"${name}".source_${name}`)).slice(3, -3))
    expect(await run(token, `SELECT sum(n)::INT AS n FROM "${name}".source_${name}`)).toEqual([{ n: 3 }])
  })

  test('is offered in quotes by the sentence about an unknown table', async () => {
    const token = await shell.signIn()
    await storeAs(token, name)
    expect(await run(token, `SELECT n FROM "${name}".sourc_${name}`)).toContain(`"${name}".source_${name}`)
  })
})
