import type { QueryableSource } from '@parley/domain'
import { createEgress } from '@parley/net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasMariaDb, type MariaDb, startMariaDb } from '../testing/mariadb.ts'
import { startScriptedMysql } from '../testing/scripted-mysql.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'
import { openEngine } from './open-engine.ts'

const OWNER = 'ann'
const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(async () => {
  await workshop.close()
  await egress.close()
})

function connectionOf(port: number, user: string) {
  const place = { kind: 'mysql', host: '127.0.0.1', port, database: 'shop' } as const
  return { ...place, user, password: 'secret', tls: 'off' } as const
}
const describeAs = (port: number, user: string) =>
  openEngine(connectionOf(port, user), { ...workshop, ownerId: OWNER, egress }).describe()
const ADVICE = 'Connect a user that has only the right to read.'

// Skipped where the system has no MariaDB server (package mariadb-server).
describe.runIf(hasMariaDb())('the rights of a user of MariaDB', () => {
  let server: MariaDb
  beforeAll(async () => {
    server = await startMariaDb()
    await server.run([
      'CREATE DATABASE shop',
      'CREATE TABLE shop.orders (id int)',
      'INSERT INTO shop.orders VALUES (21)',
      'CREATE FUNCTION shop.twice(n int) RETURNS int DETERMINISTIC NO SQL RETURN 2 * n',
      'CREATE ROLE readers, files, everything',
      'GRANT SELECT ON shop.* TO readers',
      'GRANT EXECUTE ON FUNCTION shop.twice TO files',
      'GRANT FILE ON *.* TO files',
      'GRANT files TO readers',
      'GRANT ALL ON *.* TO everything',
      ...['plain', 'by_role', 'idle', 'all_by_role'].flatMap((user) => [
        `CREATE USER ${user}@'%' IDENTIFIED BY 'secret'`,
        `GRANT SELECT ON shop.* TO ${user}@'%'`,
      ]),
      "GRANT readers TO by_role@'%', idle@'%'",
      "GRANT everything TO all_by_role@'%'",
      "SET DEFAULT ROLE readers FOR by_role@'%'",
      "SET DEFAULT ROLE everything FOR all_by_role@'%'",
    ])
  })
  afterAll(() => server?.stop())

  test.each([
    ['plain', []],
    ['idle', []],
    ['by_role', [`The user "by_role" has the privilege FILE. ${ADVICE}`]],
    ['all_by_role', [`The user "all_by_role" has the privilege FILE and SUPER. ${ADVICE}`]],
  ])('that come through an active role are warned of: %s', async (user, warnings) => {
    const described = await describeAs(server.port, user)
    expect(described.warnings).toEqual(warnings)
    expect(described.tables.map(({ name }) => name)).toEqual(['orders'])
  })

  test.each([
    ['by_role', { rows: [{ n: 42 }] }],
    ['plain', { error: expect.stringMatching(/function twice is not allowed/) }],
  ])('decide whether %s may call a stored function', async (user, expected) => {
    const connection = connectionOf(server.port, user)
    const { tables } = await describeAs(server.port, user)
    const shop: QueryableSource = {
      id: '1',
      name: 'shop',
      kind: 'mysql',
      description: '',
      tables,
      connection,
    }
    const run = startRun(workshop, { ownerId: OWNER, sources: [shop], egress })
    const generated_sql = 'SELECT twice(id) AS n FROM shop.orders'
    expect((await run.call('execute_sql', { generated_sql })).output).toMatchObject(expected)
  })
})

test('the rights of active roles of MySQL are asked for by the names of these roles', async () => {
  const server = await startScriptedMysql((statement) => {
    if (statement === 'SELECT CURRENT_ROLE()') return '`files`@`%`,`readers`@`%`'
    if (statement === 'SHOW GRANTS FOR CURRENT_USER() USING `files`@`%`,`readers`@`%`')
      return 'GRANT SELECT, FILE ON *.* TO `reader`@`%`'
    return statement === 'SHOW GRANTS' ? 'GRANT USAGE ON *.* TO `reader`@`%`' : 'orders'
  })
  try {
    const { warnings } = await describeAs(server.port, 'reader')
    expect(warnings).toEqual([`The user "reader" has the privilege FILE. ${ADVICE}`])
  } finally {
    await server.close()
  }
})
