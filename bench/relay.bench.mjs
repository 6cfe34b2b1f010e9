// `node bench/relay.bench.mjs [--rounds 7]`: what the relay costs through which sandbox children reach a PostgreSQL server,
// against a direct connection: small statements and a large result. Driver and relay share one process. Needs no build.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openRelay, RELAY_SOCKET } from '../packages/data/src/sandbox/relay.ts'
import { startPostgres } from '../scripts/postgres/start-postgres.mjs'

const { Client } = createRequire(path.join(import.meta.dirname, '../packages/data/package.json'))('pg')
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } })
const STATEMENTS = 500
const ROWS = 200_000

const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-relay-'))
const postgres = await startPostgres({ dataDirectory: path.join(folder, 'data') })
const { hostname, port } = new URL(postgres.url)
const isolation = {
  mode: 'none',
  hasLimits: false,
  hasCallFilter: false,
  hasLandlock: false,
  userId: null,
  gaps: [],
}
const relay = await openRelay({
  privateFolder: folder,
  isolation: /** @type {any} */ (isolation),
  connect: () => connect(Number(port), hostname),
})
try {
  const direct = await open(undefined)
  const relayed = await open(await throughRelay())
  /** @type {Record<string, number[]>} */
  const ratios = { smallStatements: [], largeResult: [] }
  for (let round = 0; round < Number(values.rounds); round++) {
    ratios.smallStatements?.push((await small(relayed)) / (await small(direct)))
    ratios.largeResult?.push((await large(relayed)) / (await large(direct)))
  }
  for (const [name, list] of Object.entries(ratios)) {
    const sorted = list.toSorted((a, b) => a - b)
    console.log(name, {
      median: sorted[sorted.length >> 1]?.toFixed(2),
      all: sorted.map((one) => one.toFixed(2)).join(' '),
    })
  }
  await Promise.all([direct.end(), relayed.end()])
} finally {
  await relay[Symbol.asyncDispose]()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** @param {import('node:net').Socket | undefined} socket */
async function open(socket) {
  const stream = socket && {
    stream: () => Object.assign(socket, { connect: () => setImmediate(() => socket.emit('connect')) }),
  }
  const client = new Client({ connectionString: postgres.url, ...stream })
  await client.connect()
  return client
}

async function throughRelay() {
  const socket = connect({ path: path.join(folder, RELAY_SOCKET) })
  await once(socket, 'readable')
  socket.read(1)
  return socket
}

/** @param {{ query: (sql: string) => Promise<unknown> }} client */
async function small(client) {
  const startedAt = performance.now()
  for (let count = 0; count < STATEMENTS; count++) await client.query('SELECT 1')
  return performance.now() - startedAt
}

/** @param {{ query: (sql: string) => Promise<unknown> }} client */
async function large(client) {
  const startedAt = performance.now()
  await client.query(
    `SELECT n, n * 1.5 AS half, repeat('x', 40) AS text FROM generate_series(1, ${ROWS}) AS t(n)`,
  )
  return performance.now() - startedAt
}
