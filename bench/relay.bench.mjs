// `node bench/relay.bench.mjs [--rounds 7] [--statements 500] [--rows 200000]`: sandbox children reach a PostgreSQL or
// MySQL server through a relay. Measures what it costs against a direct connection, for small statements and a large
// result. Driver and relay share one process. Measures MySQL where the system has MariaDB. Needs no build.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openRelay, RELAY_SOCKET } from '../packages/data/src/sandbox/relay.ts'
import { hasMariaDb, startMariaDb } from '../packages/data/src/testing/mariadb.ts'
import { startPostgres } from '../scripts/postgres/start-postgres.mjs'

const requireData = createRequire(path.join(import.meta.dirname, '../packages/data/package.json'))
const { Client } = requireData('pg')
const mysql = requireData('mysql2/promise')
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    statements: { type: 'string', default: '500' },
    rows: { type: 'string', default: '200000' },
  },
})
const STATEMENTS = Number(values.statements)
const ROWS = Number(values.rows)

/**
 * @typedef {{ query: (sql: string) => Promise<unknown>, end: () => Promise<unknown> }} Connection
 * @typedef {import('node:net').Socket} Socket
 * @typedef {{ port: number, large: string, open: (socket: Socket | undefined) => Promise<Connection>, stop: () => Promise<void> }} Engine
 */

for (const start of [startPostgresEngine, ...(hasMariaDb() ? [startMysqlEngine] : [])]) {
  const engine = await start()
  try {
    await compare(start.name.replace(/^start|Engine$/g, ''), engine)
  } finally {
    await engine.stop()
  }
}

/** @param {string} name @param {Engine} engine */
async function compare(name, { port, large, open }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-relay-'))
  const gaps = { hasLimits: false, hasCallFilter: false, hasLandlock: false, userId: null, gaps: [] }
  const relay = await openRelay({
    privateFolder: folder,
    isolation: /** @type {any} */ ({ mode: 'none', ...gaps }),
    connect: () => connect(port, '127.0.0.1'),
  })
  try {
    const direct = await open(undefined)
    const relayed = await open(await throughRelay(folder))
    /** @type {Record<string, number[]>} */
    const ratios = { smallStatements: [], largeResult: [] }
    const largeMs = (/** @type {Connection} */ one) => timeOf(() => one.query(large))
    for (let round = 0; round < Number(values.rounds); round++) {
      ratios.smallStatements?.push((await timeOf(() => small(relayed))) / (await timeOf(() => small(direct))))
      ratios.largeResult?.push((await largeMs(relayed)) / (await largeMs(direct)))
    }
    for (const [what, list] of Object.entries(ratios)) {
      const sorted = list.toSorted((a, b) => a - b)
      const all = sorted.map((one) => one.toFixed(2)).join(' ')
      console.log(name, what, { median: sorted[sorted.length >> 1]?.toFixed(2), all })
    }
    await Promise.all([direct.end(), relayed.end()])
  } finally {
    await relay[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns {Promise<Engine>} */
async function startPostgresEngine() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-relay-postgres-'))
  const postgres = await startPostgres({ dataDirectory: path.join(folder, 'data') })
  return {
    port: Number(new URL(postgres.url).port),
    large: `SELECT n, n * 1.5 AS half, repeat('x', 40) AS text FROM generate_series(1, ${ROWS}) AS t(n)`,
    async open(socket) {
      const stream = socket && {
        stream: () => Object.assign(socket, { connect: () => setImmediate(() => socket.emit('connect')) }),
      }
      const client = new Client({ connectionString: postgres.url, ...stream })
      await client.connect()
      return client
    },
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @returns {Promise<Engine>} */
async function startMysqlEngine() {
  const { port, stop } = await startMariaDb()
  const numbers = `WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < ${ROWS})`
  return {
    port,
    large: `${numbers} SELECT n, n * 1.5 AS half, repeat('x', 40) AS text FROM t`,
    async open(stream) {
      const place = stream ? { stream } : { host: '127.0.0.1', port }
      const connection = await mysql.createConnection({ ...place, user: 'root' })
      await connection.query(`SET max_recursive_iterations = ${ROWS + 1}`)
      return connection
    },
    stop,
  }
}

/** @param {string} folder */
async function throughRelay(folder) {
  const socket = connect({ path: path.join(folder, RELAY_SOCKET) })
  await once(socket, 'readable')
  socket.read(1)
  return socket
}

/** @param {Connection} client */
async function small(client) {
  for (let count = 0; count < STATEMENTS; count++) await client.query('SELECT 1')
}

/** @param {() => Promise<unknown>} work */
async function timeOf(work) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
