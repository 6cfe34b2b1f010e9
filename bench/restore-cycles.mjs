// `node bench/restore-cycles.mjs [--cycles 100] [--minutes 60]`: backs the built service up under load, wipes it, restores
// it into another database and folder, and compares; again and again, each cycle on what the last one restored. Counts
// acknowledged turns that are missing, uploads and charts that cannot be read, reads that succeeded at the second attempt
// only, and runs left running. Run `pnpm build` before.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { backUp, folderPlace, restore } from '../packages/backup/src/index.ts'
import { startPostgres } from '../scripts/postgres/start-postgres.mjs'
import { createAnalyst } from './replicas/create-analyst.mjs'
import { freePorts } from './replicas/free-ports.mjs'
import { openClient } from './replicas/open-client.mjs'
import { startReplica } from './replicas/start-replica.mjs'

const { values } = parseArgs({
  options: { cycles: { type: 'string', default: '100' }, minutes: { type: 'string', default: '60' } },
})
const QUESTION = 'What was the average maximum temperature in Seattle by month? Show it as a line chart.'
const LOAD_MS = 3_000
/** A new service takes longer than LOAD_MS for its first chart, and a backup without a chart proves nothing. */
const FIRST_CHART_MS = 30_000
const ASKERS = 4
/** A lease lives 30 seconds, and expired ones are closed every 15. */
const CLOSED_MS = 60_000
const AGAIN_MS = 5_000

const migrationsDirectory = path.join(import.meta.dirname, '../prisma/migrations')
const place = await mkdtemp(path.join(os.tmpdir(), 'parley-cycles-'))
const postgres = await startPostgres({ dataDirectory: path.join(place, 'postgres'), isDurable: false })
const [port = 0] = await freePorts(1)
const origin = `http://127.0.0.1:${port}`
const env = {
  PARLEY_MASTER_KEY: randomBytes(32).toString('base64'),
  PARLEY_ORIGIN: origin,
  PARLEY_PROXY_HOPS: '0',
}
/** What the service has acknowledged. */
const known = {
  answers: /** @type {Map<string, number>} */ (new Map()),
  files: /** @type {string[]} */ ([]),
  charts: /** @type {string[]} */ ([]),
}
const totals = { cycles: 0, turns: 0, charts: 0, lost: 0, repeated: 0, unreadable: 0, running: 0 }

try {
  let home = await makeHome(0)
  let replica = await startReplica({ port, folder: home.folder, env: { ...env, DATABASE_URL: home.url } })
  const client = await openClient(origin)
  const agentId = await createAnalyst(client, origin)
  const endMs = Date.now() + Number(values.minutes) * 60_000
  while (totals.cycles < Number(values.cycles) && Date.now() < endMs) {
    const next = await makeHome(totals.cycles + 1)
    const { backup, before } = await backUpUnderLoad(client, agentId, home)
    await replica.end('SIGKILL')
    await wipe(home)
    await restore({
      from: backup,
      databaseUrl: next.url,
      files: folderPlace(next.folder),
      migrationsDirectory,
    })
    await rm(backup, { recursive: true })
    replica = await startReplica({ port, folder: next.folder, env: { ...env, DATABASE_URL: next.url } })
    home = next
    totals.cycles++
    await compare(client, before)
    process.stderr.write(`\r${JSON.stringify(totals)}`)
  }
  totals.running = await countRunning(client)
  await replica.end('SIGTERM')
} finally {
  // Also when a cycle failed: the ones before it count.
  process.stderr.write('\n')
  console.log('| | |\n|---|---|')
  for (const [name, value] of Object.entries(totals)) console.log(`| ${name} | ${value} |`)
  await postgres.stop()
  await rm(place, { recursive: true, force: true })
}
process.exitCode = totals.lost + totals.unreadable + totals.running === 0 ? 0 : 1

/** @typedef {{ name: string, url: string, folder: string }} Home */
/** @typedef {import('./replicas/open-client.mjs').Client} Client */

/** @param {number} cycle @returns {Promise<Home>} an empty database and a folder that does not exist */
async function makeHome(cycle) {
  const name = `cycle_${cycle}`
  await onServer(`CREATE DATABASE ${name}`)
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return { name, url: url.href, folder: path.join(place, name) }
}

/** @param {Home} home */
async function wipe({ name, folder }) {
  await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
  await rm(folder, { recursive: true, force: true })
}

/** @param {string} sql */
async function onServer(sql) {
  const server = new pg.Client({ connectionString: postgres.url })
  await server.connect()
  await server.query(sql)
  await server.end()
}

/**
 * Asks and uploads, and backs up in the middle of it, once a chart was drawn. What was acknowledged before the backup
 * began must be in it.
 *
 * @param {Client} client @param {string} agentId @param {Home} home
 */
async function backUpUnderLoad(client, agentId, home) {
  let isOpen = true
  const asking = Array.from({ length: ASKERS }, async (_, asker) => {
    while (isOpen) await askOnce(client, agentId, asker === 0).catch(() => sleep(100))
  })
  const charts = known.charts.length
  const endMs = Date.now() + FIRST_CHART_MS
  await sleep(LOAD_MS)
  while (known.charts.length === charts && Date.now() < endMs) await sleep(100)
  const before = { answers: new Map(known.answers), files: [...known.files], charts: [...known.charts] }
  const backup = path.join(place, `backup-${home.name}`)
  await backUp({ databaseUrl: home.url, files: folderPlace(home.folder), to: backup })
  isOpen = false
  await Promise.all(asking)
  return { backup, before }
}

/** @param {Client} client @param {string} agentId @param {boolean} isUploading */
async function askOnce({ call }, agentId, isUploading) {
  if (isUploading) {
    const content = `town,price\n${Array.from({ length: 100 }, (_, row) => `Town ${row},${row}`).join('\n')}\n`
    const body = {
      name: `towns_${known.files.length}_${randomBytes(3).toString('hex')}`,
      format: 'csv',
      content,
    }
    if (known.files.length < 100) known.files.push((await call('POST /data_source', { body })).id)
  }
  const session = { name: 'Load', persona_id: 1, agent_id: agentId }
  const { session_id } = await call('POST /chat/session/new', { body: session })
  const query = isUploading ? QUESTION : 'Hello'
  const answer = await call('POST /chat/query', { body: { session_id, query } })
  known.answers.set(session_id, 1)
  known.charts.push(...(answer.artifacts ?? []))
  totals.turns++
}

/** @param {Client} client @param {typeof known} before */
async function compare({ call, token }, before) {
  const held = new Set()
  for await (const id of listSessions(call)) held.add(id)
  const missing = [...before.answers.keys()].filter((id) => !held.has(id))
  totals.lost += missing.length
  const newest = [...before.answers.keys()].filter((id) => held.has(id)).slice(-20)
  for (const id of newest) {
    const { messages } = await call(`GET /chat/session/${id}`)
    if (messages.filter((/** @type {any} */ { role }) => role === 'assistant').length < 1) totals.lost++
  }
  for (const id of before.files.slice(-10)) {
    await read(`file ${id}`, async () => (await call(`GET /data_source/${id}/profile`)).row_count === 100)
  }
  for (const chart of before.charts.slice(-10)) {
    await read(chart, async () => {
      const reply = await fetch(`${origin}/api/${chart}`, { headers: { authorization: `Bearer ${token}` } })
      await reply.arrayBuffer()
      return reply.status === 200
    })
    totals.charts++
  }
  // What was acknowledged after the backup began may be gone.
  known.answers = new Map([...before.answers.keys()].filter((id) => held.has(id)).map((id) => [id, 1]))
  known.files = before.files
  known.charts = before.charts
}

/**
 * Reads what a restore must have brought back. A busy machine may refuse a read for a moment; a file that is lost stays so.
 *
 * @param {string} what @param {() => Promise<boolean>} isWhole
 */
async function read(what, isWhole) {
  const attempt = () => isWhole().catch((error) => String(error))
  const first = await attempt()
  if (first === true) return
  process.stderr.write(`\n${what}: ${first}\n`)
  totals.repeated++
  await sleep(AGAIN_MS)
  const second = await attempt()
  if (second === true) return
  process.stderr.write(`\n${what} again: ${second}\n`)
  totals.unreadable++
}

/** @param {Client['call']} call */
async function* listSessions(call) {
  const { sessions } = await call('GET /chat/session')
  for (const { session_id } of sessions) yield session_id
}

/** @param {Client} client @returns {Promise<number>} runs that no replica has closed in time */
async function countRunning({ call }) {
  const startedAt = Date.now()
  for (;;) {
    const { runs } = await call('GET /chat/run?status=running&limit=50')
    if (runs.length === 0 || Date.now() - startedAt > CLOSED_MS) return runs.length
    await sleep(1_000)
  }
}
