import type { MysqlConnection, PostgresConnection, SqliteConnection } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { Connect } from '../sandbox/relay.ts'
import type { DatabaseTarget } from '../source/connection.ts'
import { datasetPath } from '../source/dataset-files.ts'
import { versionsOf } from '../versions/versions-of.ts'
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
      const outcome = await reach(connection, { ...options, signal }, ({ target, ...rest }) =>
        sandbox.run('describeDatabase', { ownerId, input: { target, timeoutMs: DESCRIBE_MS }, ...rest }),
      )
      if (!outcome.ok) throw new AppError('invalid_request', outcome.message, { cause: outcome.cause })
      return outcome.result
    },
    query: ({ signal, onRows, ...query }) =>
      reach(connection, { ...options, signal }, ({ target, ...rest }) =>
        sandbox.run('queryDatabase', {
          ownerId,
          input: { ...query, target },
          ...rest,
          ...(onRows && { onRows }),
        }),
      ),
  }
}

type Reached = {
  readonly target: DatabaseTarget
  readonly connect?: Connect
  readonly signal?: AbortSignal
}

/** Does work with a database. The child has no network: `connect` opens its connections, to the address that was checked. */
async function reach<Result>(
  connection: PostgresConnection | MysqlConnection | SqliteConnection,
  { signal, ...options }: EngineOptions & { readonly signal: AbortSignal | undefined },
  work: (reached: Reached) => Promise<Result>,
): Promise<Result> {
  const given = signal && { signal }
  if (connection.kind === 'sqlite') return withFile(connection, { ...options, signal }, work)
  const { connect } = await options.egress.resolve(connection)
  return work({ target: connection, connect, ...given })
}

async function withFile<Result>(
  { file }: SqliteConnection,
  options: EngineOptions & { readonly signal: AbortSignal | undefined },
  work: (reached: Reached) => Promise<Result>,
): Promise<Result> {
  const { signal } = options
  const path = datasetPath(file, options)
  const held = await versionsOf(options).hold([file], signal)
  try {
    if (held.missing.size > 0) {
      const message = 'The file of this SQLite database is missing. Upload it again.'
      throw new AppError('unavailable', message)
    }
    return await work({ target: { kind: 'sqlite', path }, ...(signal && { signal }) })
  } finally {
    held.release()
  }
}
