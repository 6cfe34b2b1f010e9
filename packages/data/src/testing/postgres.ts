import { randomBytes } from 'node:crypto'
import type { PostgresConnection } from '@parley/domain'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended from outside.
  interface ProvidedContext {
    /** A PostgreSQL on which the test run may create databases. */
    postgresUrl: string
  }
}

export type TestDatabase = {
  readonly connection: PostgresConnection
  readonly run: (sql: string) => Promise<pg.QueryResult>
  readonly drop: () => Promise<void>
}

/** Creates an empty database on the test run's PostgreSQL. */
export async function createPostgresDatabase(): Promise<TestDatabase> {
  const url = new URL(inject('postgresUrl'))
  const database = `data_${randomBytes(6).toString('hex')}`
  await onServer(url, `CREATE DATABASE ${database}`)
  const own = new URL(url)
  own.pathname = database
  const client = new pg.Client({ connectionString: own.href })
  await client.connect()
  return {
    connection: {
      kind: 'postgresql',
      host: url.hostname,
      port: Number(url.port),
      database,
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      tls: 'off',
    },
    run: (sql) => client.query(sql),
    drop: async () => {
      await client.end()
      await onServer(url, `DROP DATABASE ${database} WITH (FORCE)`)
    },
  }
}

async function onServer(url: URL, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
