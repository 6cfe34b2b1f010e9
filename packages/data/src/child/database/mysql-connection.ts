import { createConnection } from 'mysql2'
import type { Connection } from 'mysql2/promise'
import type { DatabaseTarget } from '../../source/connection.ts'
import { connectRelay } from './connect-relay.ts'

export type MysqlTarget = Extract<DatabaseTarget, { kind: 'mysql' }>

const CONNECT_MS = 5000

/** One connection in the driver's two forms: `streaming` for results, `session` for everything else. */
export type MysqlConnections = {
  readonly streaming: ReturnType<typeof createConnection>
  readonly session: Connection
}

/** Connects to a MySQL or MariaDB server through the relay; the host's name is used for TLS only. */
export async function connectMysql(target: MysqlTarget): Promise<MysqlConnections> {
  const socket = await connectRelay()
  const streaming = createConnection({
    host: target.host,
    stream: () => socket,
    user: target.user,
    password: target.password,
    database: target.database,
    connectTimeout: CONNECT_MS,
    // The driver would create its row parsers from strings.
    disableEval: true,
    multipleStatements: false,
    // A hostile server can ask a client for its files.
    flags: ['-LOCAL_FILES'],
    rowsAsArray: true,
    dateStrings: true,
    jsonStrings: true,
    supportBigNumbers: true,
    ...(target.tls !== 'off' && {
      ssl: { rejectUnauthorized: target.tls === 'verify', verifyIdentity: target.tls === 'verify' },
    }),
  })
  // A connection that is lost between two statements fails at the next one.
  streaming.on('error', () => undefined)
  const session = streaming.promise()
  await session.connect()
  return { streaming, session }
}

/**
 * With this mode the server refuses columns that are neither grouped nor aggregated, whose value could be that of any
 * row. All other modes are off, so zero dates can be compared, and this service reads quotes and backslashes as the
 * server does.
 */
const SQL_MODE = 'ONLY_FULL_GROUP_BY'

/** Makes the session read-only, with the server's own deadline, UTC and short waits for locks. */
export async function beginReadOnly(session: Connection, timeoutMs: number): Promise<void> {
  await session.query('SET SESSION TRANSACTION READ ONLY')
  await session.query("SET SESSION time_zone = '+00:00', lock_wait_timeout = 3, innodb_lock_wait_timeout = 3")
  await session.query(`SET SESSION sql_mode = '${SQL_MODE}'`)
  await limitStatements(session, timeoutMs)
  await session.query('START TRANSACTION READ ONLY')
}

/** Sets the deadline of each statement of the session on the server. */
export async function limitStatements(session: Connection, timeoutMs: number): Promise<void> {
  // MariaDB has another name for the setting, and its unit is seconds.
  await session
    .query(`SET SESSION max_execution_time = ${Math.ceil(timeoutMs)}`)
    .catch(() => session.query(`SET SESSION max_statement_time = ${timeoutMs / 1000}`))
}

/** Asks the server to stop the statement of a connection, over a second connection. */
export async function cancelMysql(target: MysqlTarget, threadId: number): Promise<void> {
  const { session, streaming } = await connectMysql(target)
  await session.query(`KILL QUERY ${Number(threadId)}`).finally(() => streaming.destroy())
}
