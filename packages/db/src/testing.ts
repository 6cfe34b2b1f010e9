import { randomUUID } from 'node:crypto'
import { Client, escapeIdentifier } from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from './database.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended from outside.
  interface ProvidedContext {
    /** A PostgreSQL on which the test run may create databases. */
    postgresUrl: string
    /** Name of a database there that holds the migrated, empty schema and that nobody is connected to. */
    templateDatabase: string
  }
}

export type TestDatabase = {
  readonly db: Database
  readonly url: string
  /** Closes `db` and removes the database. */
  readonly drop: () => Promise<void>
}

/** Makes a database with the migrated schema for one test file. Call `drop` when it is done. */
export async function createTestDatabase({ poolSize = 10 } = {}): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = escapeIdentifier(inject('templateDatabase'))
  await runOnServer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const db = openDatabase({ url: url.href, poolSize })
  return {
    db,
    url: url.href,
    async drop() {
      await db.close()
      await runOnServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

async function runOnServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
