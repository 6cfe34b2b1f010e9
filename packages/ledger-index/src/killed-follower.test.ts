import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readLedgerHead } from '@parley/db'
import { createTestDatabase, type TestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainAt, dump, indexWhole } from './testing/networks.ts'

const HEIGHT = 22_345
const FOLLOWER = fileURLToPath(import.meta.resolve('./testing/follow-in-process.ts'))

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const heightNow = async () => (await readLedgerHead(database.db, 'killed'))?.height ?? -1n

/** Starts a process that follows, and gives it when it has written something. */
async function followPast(height: bigint): Promise<ChildProcess> {
  const child = spawn(process.execPath, [FOLLOWER, database.url, 'killed', String(HEIGHT)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while ((await heightNow()) <= height) {
    if (child.exitCode !== null) throw new Error(`The follower ended with ${child.exitCode}.`)
    await wait(5)
  }
  return child
}

test('processes that are killed again and again leave what one undisturbed process writes', async () => {
  await indexWhole(database.db, 'undisturbed', chainAt(HEIGHT))
  let kills = 0
  for (let height = -1n; height < BigInt(HEIGHT); height = await heightNow()) {
    const child = await followPast(height)
    // Into the middle of what it does next: reading, writing, committing.
    await wait(kills * 17)
    child.kill('SIGKILL')
    await once(child, 'exit')
    kills++
  }
  expect(kills).toBeGreaterThan(2)
  expect(await dump(database.db, 'killed')).toEqual(await dump(database.db, 'undisturbed'))
}, 120_000)
