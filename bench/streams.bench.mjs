// `node bench/streams.bench.mjs [--cuts 1000] [--kills 100]`: answers that are read with `@parley/sdk` while connections
// are cut at random bytes and the writing process is killed, from another replica. Compares the sequence that a reader saw
// with the rows and the message that are stored, and measures the first event after a reload. Needs no build.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { applyMigrations } from '../packages/db/src/index.ts'
import { createParleyClient } from '../packages/sdk/src/index.ts'
import { startPostgres } from '../scripts/postgres/start-postgres.mjs'
import { freePorts } from './replicas/free-ports.mjs'
import { openClient } from './replicas/open-client.mjs'
import { startCutter } from './streams/start-cutter.mjs'
import { answerWords, startSlowModel } from './streams/start-slow-model.mjs'
import { startWriter } from './streams/start-writer.mjs'

const { values } = parseArgs({
  options: { cuts: { type: 'string', default: '1000' }, kills: { type: 'string', default: '100' } },
})
const CUTS = Number(values.cuts)
const KILLS = Number(values.kills)
const [WORDS, PAUSE_MS, AT_ONCE] = [200, 10, 6]
const TEXT = answerWords(WORDS).join('')

const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-streams-'))
const postgres = await startPostgres({ dataDirectory: path.join(folder, 'database') })
await applyMigrations(postgres.url, path.join(import.meta.dirname, '../prisma/migrations'))
const model = await startSlowModel({ words: WORDS, pauseMs: PAUSE_MS })
const [writerPort = 0, readerPort = 0] = await freePorts(2)
const env = {
  DATABASE_URL: postgres.url,
  PARLEY_ORIGIN: `http://127.0.0.1:${readerPort}`,
  PARLEY_MASTER_KEY: randomBytes(32).toString('base64'),
}
const start = (/** @type {number} */ port) =>
  startWriter({ port, folder: path.join(folder, `process-${port}`), env })
let writer = await start(writerPort)
const reader = await start(readerPort)
const database = new pg.Client({ connectionString: postgres.url })
await database.connect()
const cutter = await startCutter({
  target: () => (Math.random() < 0.5 ? writerPort : readerPort),
  longestBytes: 5000,
  wanted: () => cutter.cuts() < CUTS,
})
const { call, token } = await openClient(`http://127.0.0.1:${readerPort}`)
const agentId = await createAgent()
const clientOf = (/** @type {string} */ origin) =>
  createParleyClient({ origin, credential: token, retries: 5 })
const seen = { streams: 0, differences: 0 }
/** @type {number[]} */
const firstEventMs = []

try {
  await Promise.all(Array.from({ length: AT_ONCE }, readWhileCut))
  console.log('| | |\n|---|---|')
  say(`streams cut ${cutter.cuts()} times`, `${seen.streams} read, ${seen.differences} differ`)
  for (let at = 0; at < 40; at += 1) await measureReload()
  const sorted = firstEventMs.toSorted((a, b) => a - b)
  const [median, p95] = [0.5, 0.95].map((part) => sorted[Math.floor(sorted.length * part)]?.toFixed(0))
  say('first event after a reload, from another replica', `median ${median} ms, p95 ${p95} ms`)
  Object.assign(seen, { streams: 0, differences: 0 })
  /** @type {Promise<void>[]} */
  const pending = []
  for (let kill = 0; kill < KILLS; kill += 1) await killWhileRead(pending)
  await Promise.all(pending)
  say(`writing process killed ${KILLS} times`, `${seen.streams} read, ${seen.differences} differ`)
} finally {
  await database.end()
  cutter.close()
  model.close()
  await Promise.all([writer.end('SIGKILL'), reader.end('SIGTERM')])
  await postgres.stop()
  for (const used of [postgres.folder, folder]) await rm(used, { recursive: true, force: true })
}
process.exitCode = seen.differences > 0 ? 1 : 0

/** Reads answers one after another until all cuts are made. */
async function readWhileCut() {
  while (cutter.cuts() < CUTS) {
    const parley = clientOf(cutter.origin)
    const session_id = await newSession()
    const stream = parley.chat.queryStream({ session_id, query: 'Write.' })
    const { text, ids } = await collect(stream)
    const { content } = await stream.reply()
    const { messages } = await call(`GET /chat/session/${session_id}`)
    seen.streams += 1
    compare({ text, ids, stored: messages.at(-1).content, content, wanted: TEXT })
  }
}

/** Opens the events of a run that is under way through the other replica, as a reloaded page does. */
async function measureReload() {
  const session_id = await newSession()
  const { run_id } = await clientOf(`http://127.0.0.1:${writerPort}`).chat.queryInBackground({
    session_id,
    query: 'Write.',
  })
  await sleep(500)
  const connection = new AbortController()
  const startedAt = performance.now()
  const events = clientOf(`http://127.0.0.1:${readerPort}`).run.followStream(
    { run_id },
    { signal: connection.signal },
  )
  await events.next()
  firstEventMs.push(performance.now() - startedAt)
  connection.abort()
}

/**
 * Kills the writer in the middle of answers that are followed through the other replica, and starts it again. The dead
 * runs are closed up to 45 seconds later, so their ends are awaited in `pending`.
 *
 * @param {Promise<void>[]} pending
 */
async function killWhileRead(pending) {
  const runs = await Promise.all(
    [1, 2].map(async () => {
      const session_id = await newSession()
      const asked = clientOf(`http://127.0.0.1:${writerPort}`).chat.queryInBackground({
        session_id,
        query: 'Write.',
      })
      return { session_id, run_id: (await asked).run_id }
    }),
  )
  pending.push(...runs.map(readKilled))
  await sleep(50 + Math.random() * WORDS * PAUSE_MS)
  await writer.end('SIGKILL')
  writer = await start(writerPort)
}

/** @param {{ session_id: string, run_id: string }} run */
async function readKilled({ session_id, run_id }) {
  const events = clientOf(`http://127.0.0.1:${readerPort}`).run.followStream({ run_id })
  const { text, ids } = await collect(events)
  const content = await events.reply().then(
    (reply) => reply.content,
    () => null,
  )
  const { messages } = await call(`GET /chat/session/${session_id}`)
  const { rows } = await database.query(
    `select event from run_events where run_id = $1 and event->>'type' = 'text' order by sequence`,
    [run_id],
  )
  const wanted = rows.map(({ event }) => event.delta).join('')
  seen.streams += 1
  compare({ text, ids, stored: messages.at(-1).content, content, wanted })
}

/** @param {AsyncIterable<any>} events */
async function collect(events) {
  let text = ''
  /** @type {string[]} */
  const ids = []
  for await (const event of events) {
    if (event.id !== undefined) ids.push(event.id)
    if (event.type === 'text') text += event.delta
  }
  return { text, ids }
}

/** @param {{ text: string, ids: string[], stored: string, content: string | null, wanted: string }} read */
function compare({ text, ids, stored, content, wanted }) {
  const isDouble = new Set(ids).size !== ids.length
  if (text === wanted && content === stored && !isDouble) return
  seen.differences += 1
  console.error({ text, wanted, content, stored, isDouble })
}

async function newSession() {
  const body = { name: 'Streams', persona_id: 1, agent_id: agentId }
  return (await call('POST /chat/session/new', { body })).session_id
}

async function createAgent() {
  const config = { provider: 'ollama', model: 'slow', base_url: model.baseUrl, name: 'Slow' }
  const { id } = await call('POST /llm_config', { body: config })
  return (await call('POST /agent', { body: { name: 'Writer', model_config_id: id } })).agent_id
}

/** @param {string} name @param {string} value */
function say(name, value) {
  console.log(`| ${name} | ${value} |`)
}
