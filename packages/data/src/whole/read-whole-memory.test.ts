import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { PartialResult } from '@parley/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
let collect: (options?: { readonly type: 'minor' }) => void
beforeAll(async () => {
  workshop = await openWorkshop()
  setFlagsFromString('--expose-gc')
  collect = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
})
afterAll(() => workshop.close())

const SHOPS = `SELECT i AS id, 'Shop ' || i AS shop, i * 7919 % 10007 AS visits FROM range(1, 5001) t(i)`
/** So few that V8 makes no full collection by itself. */
const RESULTS = 6

async function readOnce(): Promise<void> {
  const { signal } = new AbortController()
  const kept: PartialResult[] = []
  const run = startRun(workshop, { ownerId: 'ann', sources: [], keepResult: (result) => kept.push(result) })
  await run.call('execute_sql', { generated_sql: SHOPS })
  const whole = await kept[0]?.readWhole(signal)
  const ranges = [{ column: 'visits', low: 7919, high: 7919 }]
  expect(await whole?.search({ ranges, texts: ['Shop 412'] }, signal)).toHaveLength(2)
  expect(whole?.figures()[1]).toMatchObject({ column: 'visits', count: 5000, distinct: 5000 })
}

test('leaves no rows of a result that only a full collection frees', async () => {
  await heldAfter(1)
  collect()
  const before = await heldAfter(2)
  const after = await heldAfter(RESULTS)
  // The rows of a result take 270 KB, and their values 160 KB. A compressor keeps a buffer of 64 KB.
  expect((after - before) / RESULTS).toBeLessThan(220 * 1024)
})

/** Bytes that are held outside the heap of V8 when so many results were read. */
async function heldAfter(results: number): Promise<number> {
  for (let result = 0; result < results; result++) {
    await readOnce()
    collect({ type: 'minor' })
  }
  collect({ type: 'minor' })
  return process.memoryUsage().arrayBuffers
}
