// The ledger as a data source: how long a follower takes to read the local network from its first block on.
// Then a statement over tables that must be written first, because the network has new blocks, compared with
// the same statement over existing tables. Uses 86,400 blocks, as after a first start; set
// PARLEY_BENCH_BLOCKS for another number.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDataTools, createSandbox, writeTables } from '../packages/data/src/index.ts'
import { applyMigrations, openDatabase, readLedgerHead } from '../packages/db/src/index.ts'
import { describeLedger, followLedger, readLedgerTables } from '../packages/ledger-index/src/index.ts'
import { createChain, createDefaultScript, DEFAULT_GENESIS } from '../packages/ledger-node/src/index.ts'
import { startPostgres } from '../scripts/postgres/start-postgres.mjs'
import { median } from './measure-load.mjs'

const BLOCKS = Number(process.env.PARLEY_BENCH_BLOCKS ?? 86_400)
const ROUNDS = 15
const OWNER = 'the ledger'
const STATEMENTS = [
  'SELECT node_id, total_stake FROM ledger.validators WHERE is_active ORDER BY total_stake DESC',
  'SELECT day, minted_amount FROM ledger.emission_days ORDER BY day',
  'SELECT max(height), sum(minted_amount) FROM ledger.emission_epochs',
  'SELECT action_type, count(*) AS n, sum(fee) AS fees FROM ledger.transactions GROUP BY 1 ORDER BY 2 DESC',
]

const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-'))
const postgres = await startPostgres({ dataDirectory: folder, isDurable: false })
await applyMigrations(postgres.url, path.join(import.meta.dirname, '../prisma/migrations'))
const db = openDatabase({ url: postgres.url, poolSize: 4 })
const sandbox = await createSandbox({ tempFolder: folder, warm: ['sql'] })
try {
  const indexMs = await index()
  console.log('| what | ms |\n|---|---|')
  console.log(`| ${BLOCKS.toLocaleString('en')} blocks read into the database | ${indexMs.toFixed(0)} |`)
  for (const sql of STATEMENTS) {
    const moved = await measure(sql, { isKept: false })
    const kept = await measure(sql, { isKept: true })
    console.log(`| \`${sql}\`: the network has moved, has not | ${moved.toFixed(0)}, ${kept.toFixed(0)} |`)
  }
} finally {
  await sandbox.close()
  await db.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function index() {
  const start = Date.parse('2026-01-01T00:00:00Z')
  const now = () => start + BLOCKS * 3000
  const script = createDefaultScript(DEFAULT_GENESIS, start)
  const chain = createChain({ genesis: DEFAULT_GENESIS, script, now })
  const began = performance.now()
  const follower = followLedger({
    db,
    network: 'local',
    origin: { kind: 'local', chain: () => chain },
    onFault: (error) => console.error(error),
  })
  while (((await readLedgerHead(db, 'local'))?.height ?? -1n) < BigInt(BLOCKS))
    await new Promise((resolve) => setTimeout(resolve, 20))
  const ms = performance.now() - began
  await follower.close()
  return ms
}

/** Returns the median time of a statement, run by execute_sql. */
async function measure(sql, { isKept }) {
  let kept = null
  const open = (names) => {
    kept = isKept && kept ? kept : write(names)
    return kept
  }
  const { description, tables } = describeLedger('local')
  const source = {
    id: 'ledger',
    name: 'ledger',
    kind: 'ledger',
    description,
    tables: tables.map((table) => ({ ...table, rowCount: null })),
    offered: { ownerId: OWNER, open },
  }
  const saveArtifact = () => Promise.reject(new Error('A statement leaves no files.'))
  const tools = createDataTools({ sources: [source], sandbox, folder, ownerId: 'bench', saveArtifact })
  const tool = tools.find(({ name }) => name === 'execute_sql')
  const times = []
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now()
    const context = { stepId: 1, signal: new AbortController().signal, onProgress: () => {} }
    const { status, content } = await tool.call({ generated_sql: sql }, context)
    if (status !== 'ok') throw new Error(content)
    // The first round starts the children.
    if (round > 0) times.push(performance.now() - began)
  }
  return median(times)
}

async function write(names) {
  const tables = await readLedgerTables(db, 'local', names)
  return writeTables({ sandbox, folder, ownerId: OWNER, tables })
}
