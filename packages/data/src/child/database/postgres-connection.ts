import type { Socket } from 'node:net'
import pg from 'pg'
import type { DatabaseTarget } from '../../source/connection.ts'
import { connectRelay } from './connect-relay.ts'

export type PostgresTarget = Extract<DatabaseTarget, { kind: 'postgresql' }>

const CONNECT_MS = 5000

/** Returns every value as the server's text; postgres-values.ts converts it by its type. */
const RAW_TYPES = { getTypeParser: () => (text: string) => text }

/** Connects through the relay; the host's name is used for TLS only. */
export async function connectPostgres(target: PostgresTarget): Promise<pg.Client> {
  const socket = await connectRelay()
  const client = new pg.Client({
    host: target.host,
    port: target.port,
    stream: () => asConnecting(socket),
    database: target.database,
    user: target.user,
    password: target.password,
    application_name: 'parley',
    connectionTimeoutMillis: CONNECT_MS,
    types: RAW_TYPES,
    ssl:
      target.tls === 'off' ? false : { servername: target.host, rejectUnauthorized: target.tls === 'verify' },
  })
  // A connection that is lost between two statements fails at the next one.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The driver connects its socket itself; this one is connected already. */
function asConnecting(socket: Socket): Socket {
  const connect = () => {
    setImmediate(() => socket.emit('connect'))
    return socket
  }
  return Object.assign(socket, { connect })
}

/**
 * Begins a read-only transaction with the server's own deadline, limits and formats. The settings last until
 * its end.
 */
export async function beginReadOnly(client: pg.Client, timeoutMs: number): Promise<void> {
  const milliseconds = Math.ceil(timeoutMs)
  await client.query(
    `BEGIN READ ONLY; SET LOCAL statement_timeout = ${milliseconds}; SET LOCAL lock_timeout = 3000;
     SET LOCAL idle_in_transaction_session_timeout = ${milliseconds + 5000}; SET LOCAL TimeZone = 'UTC';
     SET LOCAL standard_conforming_strings = on;
     SET LOCAL DateStyle = 'ISO'; SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1`,
  )
}

/** Asks the server to stop the statement of a client, over a second connection. */
export async function cancelPostgres(target: PostgresTarget, processId: number | undefined): Promise<void> {
  if (processId === undefined) return
  const second = await connectPostgres(target)
  await second.query(`SELECT pg_cancel_backend(${processId})`).finally(() => second.end())
}
