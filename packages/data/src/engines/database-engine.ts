import type { MysqlConnection, PostgresConnection, SqliteConnection } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { Connect } from '../sandbox/relay.ts'
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
      const { target, connect } = await reach(connection, options)
      const input = { target, timeoutMs: DESCRIBE_MS }
      const rest = { ...(connect && { connect }), ...(signal && { signal }) }
      const outcome = await sandbox.run('describeDatabase', { ownerId, input, ...rest })
      if (!outcome.ok) throw new AppError('invalid_request', outcome.message, { cause: outcome.cause })
      return outcome.result
    },
    query: async ({ signal, onRows, ...query }) => {
      const { target, connect } = await reach(connection, options)
      return sandbox.run('queryDatabase', {
        ownerId,
        input: { ...query, target },
        ...(connect && { connect }),
        ...(signal && { signal }),
        ...(onRows && { onRows }),
      })
    },
  }
}

type Reached = { readonly target: DatabaseTarget; readonly connect?: Connect }

/** The child has no network: `connect` opens its connections, to the address that was checked. */
async function reach(
  connection: PostgresConnection | MysqlConnection | SqliteConnection,
  { folder, ownerId, egress }: EngineOptions,
): Promise<Reached> {
  if (connection.kind === 'sqlite') {
    return { target: { kind: 'sqlite', path: datasetPath(connection.file, { folder, ownerId }) } }
  }
  const { connect } = await egress.resolve(connection)
  return { target: connection, connect }
}
