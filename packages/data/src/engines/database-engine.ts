import type { MysqlConnection, PostgresConnection, SqliteConnection } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { DatabaseTarget } from '../source/connection.ts'
import { datasetPath } from '../source/dataset-files.ts'
import type { EngineOptions, SourceEngine } from './engine.ts'

const DESCRIBE_MS = 60_000

/**
 * A database whose driver runs in a sandbox child, because the server's data is as untrusted as the
 * statements.
 */
export function databaseEngine(
  connection: PostgresConnection | MysqlConnection | SqliteConnection,
  options: EngineOptions,
): SourceEngine {
  const { sandbox, ownerId } = options
  return {
    describe: async (signal) => {
      const target = await targetOf(connection, options)
      const input = { target, timeoutMs: DESCRIBE_MS }
      const outcome = await sandbox.run('describeDatabase', { ownerId, input, ...(signal && { signal }) })
      if (!outcome.ok) throw new AppError('invalid_request', outcome.message, { cause: outcome.cause })
      return outcome.result
    },
    query: async ({ signal, onRows, ...query }) => {
      const input = { ...query, target: await targetOf(connection, options) }
      return sandbox.run('queryDatabase', {
        ownerId,
        input,
        ...(signal && { signal }),
        ...(onRows && { onRows }),
      })
    },
  }
}

async function targetOf(
  connection: PostgresConnection | MysqlConnection | SqliteConnection,
  { folder, ownerId, egress }: EngineOptions,
): Promise<DatabaseTarget> {
  if (connection.kind === 'sqlite') {
    return { kind: 'sqlite', path: datasetPath(connection.file, { folder, ownerId }) }
  }
  return { ...connection, address: await egress.resolve(connection) }
}
