import type { Connection } from 'mysql2/promise'
import { joinName, splitName } from '../../names/table-name.ts'
import type { DescribeResult } from '../../sandbox/tasks.ts'
import { Catalog } from '../../source/catalog.ts'
import { MAX_LISTED_VALUES, SAMPLED_ROWS } from '../../source/sample-value.ts'
import { explainMysqlError } from './explain-mysql-error.ts'
import { beginReadOnly, connectMysql, limitStatements, type MysqlTarget } from './mysql-connection.ts'

const TABLES = `
  SELECT TABLE_NAME, TABLE_ROWS, TABLE_COMMENT, TABLE_TYPE FROM information_schema.TABLES
  WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE IN ('BASE TABLE', 'VIEW') ORDER BY TABLE_NAME`
const COLUMNS = `
  SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, COLUMN_COMMENT FROM information_schema.COLUMNS
  WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION`
const KEYS = `
  SELECT CONSTRAINT_NAME, TABLE_NAME, COLUMN_NAME, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME
  FROM information_schema.KEY_COLUMN_USAGE
  WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME IS NOT NULL
  ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`

const MAX_SAMPLED_TABLES = 100
/** Milliseconds for the samples of all tables. Later tables get none. */
const SAMPLING_MS = 10_000
const SAMPLE_STATEMENT_MS = 1000

/** Reads the catalog of the connected database of a MySQL or MariaDB server. */
export async function describeMysql(target: MysqlTarget, timeoutMs: number): Promise<DescribeResult> {
  const context = { target, timeoutMs }
  const { session, streaming } = await connectMysql(target).catch((error) => {
    throw explainMysqlError(error, context)
  })
  try {
    await beginReadOnly(session, timeoutMs)
    const warnings = await readWarnings(session, target.user)
    const catalog = new Catalog()
    await readTables(session, catalog)
    await sampleTables(session, catalog)
    return { tables: catalog.tables(), warnings }
  } catch (error) {
    throw explainMysqlError(error, context)
  } finally {
    streaming.destroy()
  }
}

/** Matches a line of SHOW GRANTS that grants privileges on the whole server. */
const ON_SERVER = /^GRANT (.+) ON \*\.\* TO /
const WARNED_RIGHTS = ['FILE', 'SUPER']
const ALL_RIGHTS = 'ALL PRIVILEGES'

/** Returns warnings about privileges of the connected user, and of its active roles, beyond reading tables. */
async function readWarnings(session: Connection, user: string): Promise<string[]> {
  const lines = await readGrants(session)
  const rights = new Set(lines.flatMap((line) => ON_SERVER.exec(line)?.[1]?.split(', ') ?? []))
  const found = WARNED_RIGHTS.filter((right) => rights.has(right) || rights.has(ALL_RIGHTS))
  const advice = 'Connect a user that has only the right to read.'
  return found.length > 0 ? [`The user "${user}" has the privilege ${found.join(' and ')}. ${advice}`] : []
}

/**
 * Returns the GRANT statements of the user and of the roles that are active in the session. MySQL includes the roles
 * named after USING (https://dev.mysql.com/doc/refman/8.4/en/show-grants.html). MariaDB includes them without USING.
 */
async function readGrants(session: Connection): Promise<string[]> {
  const grants = async (statement: string) => (await rowsOf(session, statement)).map(([line]) => text(line))
  // MySQL 5.7 has no roles, and refuses this statement.
  const [[active] = []] = await rowsOf(session, 'SELECT CURRENT_ROLE()').catch(() => [])
  const roles = text(active)
  if (roles === '' || roles === 'NONE') return await grants('SHOW GRANTS')
  return await grants(`SHOW GRANTS FOR CURRENT_USER() USING ${roles}`).catch(() => grants('SHOW GRANTS'))
}

async function readTables(session: Connection, catalog: Catalog): Promise<void> {
  for (const [name, rows, comment, type] of await rowsOf(session, TABLES)) {
    // The comment of a view is the word VIEW.
    const description = type === 'VIEW' ? '' : text(comment)
    catalog.addTable(joinName([text(name)]), { description, rowCount: rows === null ? null : Number(rows) })
  }
  for (const [table, name, type, comment] of await rowsOf(session, COLUMNS)) {
    const column = { name: text(name), type: text(type), description: text(comment), samples: [] }
    catalog.addColumn(joinName([text(table)]), column)
  }
  const links = Map.groupBy(await rowsOf(session, KEYS), ([constraint, table]) => `${table} ${constraint}`)
  for (const parts of links.values()) {
    const [, table, , target] = parts[0] ?? []
    catalog.addKey(joinName([text(table)]), {
      columns: parts.map(([, , column]) => text(column)),
      table: joinName([text(target)]),
      tableColumns: parts.map(([, , , , column]) => text(column)),
    })
  }
}

async function sampleTables(session: Connection, catalog: Catalog): Promise<void> {
  const until = performance.now() + SAMPLING_MS
  await limitStatements(session, SAMPLE_STATEMENT_MS)
  for (const table of catalog.tablesWithoutSamples(MAX_SAMPLED_TABLES)) {
    if (performance.now() > until) return
    const name = quoted(splitName(table)[0] ?? '')
    try {
      const [rows, fields] = await session.query(`SELECT * FROM ${name} LIMIT ${SAMPLED_ROWS}`)
      if (!Array.isArray(rows)) continue
      const objects = rows.map((row) =>
        Object.fromEntries(fields.map((field, index) => [field.name, Object.values(row)[index]])),
      )
      for (const column of catalog.addSampleRows(table, objects)) {
        const values = `SELECT DISTINCT ${quoted(column)} FROM ${name} LIMIT ${MAX_LISTED_VALUES + 2}`
        catalog.addValues(table, column, (await rowsOf(session, values)).flat())
      }
    } catch {
      // A view may be broken, slow or forbidden. The other tables are still described.
    }
  }
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``
}

async function rowsOf(session: Connection, sql: string): Promise<unknown[][]> {
  const [rows] = await session.query(sql)
  return Array.isArray(rows) ? rows.map((row) => Object.values(row)) : []
}

function text(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}
