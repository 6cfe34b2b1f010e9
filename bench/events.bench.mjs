// Events that one process stores a second, one after another and 64 at once, while the sealer runs each second; and the
// times to seal what is left and to verify the chain. Then stored turns with three tool calls, in a service that records
// an event in each and in one that records none, with rounds interleaved.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sealEvents } from '../packages/core/src/event/seal-events.ts'
import { recordEvent, verifyEvents } from '../packages/core/src/index.ts'
import { applyMigrations, openDatabase } from '../packages/db/src/index.ts'
import { startPostgres } from '../scripts/postgres/start-postgres.mjs'
import { askInSessions } from './ask-in-sessions.mjs'
import { measureMirrored, measureTurns, median } from './measure-load.mjs'
import { openSessions } from './open-sessions.mjs'
import { cpuSeconds, startEngine, startPeer } from './start-service.mjs'

const SECONDS = 5
const TURN_ROUNDS = 7
const TURN_SECONDS = 3
const CLIENTS = 16

const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-bench-'))
const postgres = await startPostgres({ dataDirectory: path.join(folder, 'data') })
await applyMigrations(postgres.url, path.join(import.meta.dirname, '../prisma/migrations'))
const db = openDatabase({ url: postgres.url, poolSize: 10 })
const deps = { db, apiKeyPepper: randomBytes(32) }
try {
  const { rows } = await db.pool.query('insert into users default values returning id')
  console.log(`| at once | events a second |\n|---|---|`)
  for (const atOnce of [1, 64]) console.log(`| ${atOnce} | ${await measure(rows[0].id, atOnce)} |`)
  const sealMs = await timed(() => sealEvents(deps))
  const verifyMs = await timed(async () => {
    const { events, problems } = await verifyEvents(deps)
    console.log(`\n${events} events, ${problems.length} problems`)
  })
  console.log(`sealing the rest ${sealMs} ms, verifying ${verifyMs} ms`)
} finally {
  await db.close()
  await postgres.stop()
  for (const used of [postgres.folder, folder]) await rm(used, { recursive: true, force: true })
}
await compareTurns()

/** @param {string} owner @param {number} atOnce @returns {Promise<number>} events a second */
async function measure(owner, atOnce) {
  let sealing = Promise.resolve()
  const sealer = setInterval(() => {
    sealing = sealing.then(() => sealEvents(deps))
  }, 1000)
  const endsAt = performance.now() + SECONDS * 1000
  let stored = 0
  const event = {
    owner,
    door: 'rest',
    clientAddress: '203.0.113.7',
    action: 'bench',
    targetId: 'a1B2c3D4e5F6',
  }
  const write = async () => {
    for (; performance.now() < endsAt; stored++)
      await recordEvent(deps, { ...event, detail: { name: 'sales' } })
  }
  await Promise.all(Array.from({ length: atOnce }, write))
  clearInterval(sealer)
  await sealing
  return Math.round(stored / SECONDS)
}

/** @param {() => Promise<unknown>} work @returns {Promise<number>} milliseconds */
async function timed(work) {
  const startedAt = performance.now()
  await work()
  return Math.round(performance.now() - startedAt)
}

/** Prints what an event in each turn costs the turn. */
async function compareTurns() {
  const model = await startPeer('tool-calling-model.mjs')
  const services = {
    without: await startEngine(),
    recorded: await startEngine({ args: ['--event-each-turn'] }),
  }
  try {
    const contestants = {}
    for (const [name, { origin, pid, ...service }] of Object.entries(services)) {
      const { token, sessions } = await openSessions(service, model, CLIENTS)
      const turn = askInSessions(sessions, '/api/chat/query', { authorization: `Bearer ${token}` })
      contestants[name] = { origin, pid, turn }
    }
    const rounds = await measureMirrored(contestants, { rounds: TURN_ROUNDS, measure: measureTurnsOf })
    const of = (pick) => median(rounds.map(pick)).toFixed(2)
    console.log('\n| | without events | an event each turn | × |\n|---|---|---|---|')
    for (const [name, label] of [
      ['perSecond', 'turns a second'],
      ['cpuMs', 'CPU ms a turn'],
    ])
      console.log(
        `| ${label} | ${of(({ without }) => without[name])} | ${of(({ recorded }) => recorded[name])} | ${of(({ without, recorded }) => recorded[name] / without[name])} |`,
      )
  } finally {
    for (const service of Object.values(services)) await service.stop()
    model.stop()
  }
}

/** @returns {Promise<{ perSecond: number, cpuMs: number }>} turns a second, and CPU of the service for one turn */
async function measureTurnsOf({ origin, pid, turn }) {
  const before = await cpuSeconds(pid)
  const { count, failures, perSecond } = await measureTurns({
    origin,
    turn,
    clients: CLIENTS,
    seconds: TURN_SECONDS,
  })
  if (failures > 0) throw new Error(`${failures} turns failed.`)
  return { perSecond, cpuMs: (((await cpuSeconds(pid)) - before) * 1000) / count }
}
