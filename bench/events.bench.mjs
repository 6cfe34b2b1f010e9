// Events that one process stores a second, one after another and 64 at once, while the sealer runs each second; and the
// times to seal what is left and to verify the chain.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sealEvents } from '../packages/core/src/event/seal-events.ts'
import { recordEvent, verifyEvents } from '../packages/core/src/index.ts'
import { applyMigrations, openDatabase } from '../packages/db/src/index.ts'
import { startPostgres } from '../scripts/postgres/start-postgres.mjs'

const SECONDS = 5

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

/** @param {string} owner @param {number} atOnce @returns {Promise<number>} events a second */
async function measure(owner, atOnce) {
  const sealer = setInterval(() => void sealEvents(deps), 1000)
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
  return Math.round(stored / SECONDS)
}

/** @param {() => Promise<unknown>} work @returns {Promise<number>} milliseconds */
async function timed(work) {
  const startedAt = performance.now()
  await work()
  return Math.round(performance.now() - startedAt)
}
