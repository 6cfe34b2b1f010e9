import { useTestDatabase } from '@parley/db/testing'
import { expect, test } from 'vitest'
import { runCrashes } from '../testing/crash/run-crashes.ts'

const database = useTestDatabase()

// The same with many more kills: node bench/crash.mjs --kills 200
test('a process that is killed at random moments loses no acknowledged turn and leaves no partial turn', async () => {
  const report = await runCrashes({
    databaseUrl: database.url,
    kills: 2,
    turnsPerSecond: 25,
    sessions: 15,
    longestLifeMs: 1_200,
  })
  expect(report).toMatchObject({ violations: [], lost: 0, leftRunning: 0, revived: 0, exitCode: 0 })
  expect(report.kills).toBe(3)
  // Guards against a run that tries nothing.
  expect(report.replies['200']).toBeGreaterThan(0)
  expect(report.ends.interrupted).toBeGreaterThan(0)
}, 180_000)
