import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readLedgerHead } from '@parley/db'
import { useTestDatabase } from '@parley/db/testing'
import { expect, test } from 'vitest'
import { chainAt, dump, indexWhole } from './testing/networks.ts'

const HEIGHT = 22_345
const FOLLOWER = fileURLToPath(import.meta.resolve('./testing/follow-in-process.ts'))

const database = useTestDatabase()

const heightNow = async () => (await readLedgerHead(database.db, 'killed'))?.height ?? -1n

/** Starts a process that follows; resolves when it has written rows. */
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

test('repeatedly killed processes leave the same rows as one uninterrupted process', async () => {
  await indexWhole(database.db, 'undisturbed', chainAt(HEIGHT))
  let kills = 0
  for (let height = -1n; height < BigInt(HEIGHT); height = await heightNow()) {
    const child = await followPast(height)
    // Kills it at a random point: while it reads, writes or commits.
    await wait(kills * 17)
    child.kill('SIGKILL')
    await once(child, 'exit')
    kills++
  }
  expect(kills).toBeGreaterThan(2)
  expect(await dump(database.db, 'killed')).toEqual(await dump(database.db, 'undisturbed'))
}, 120_000)
