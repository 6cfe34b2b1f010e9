import type { JsonObject } from '@parley/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkshop, type Workshop } from '../testing/workshop.ts'
import { openExports } from './open-exports.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const limits = { maxRows: 20_000, timeoutMs: 60_000, atOnce: 2, atOncePerOwner: 1 }

function open(given: Partial<typeof limits> = {}) {
  const exportRows = openExports({ ...limits, ...given })
  return (sql: string, { ownerId = 'ann', signal = new AbortController().signal } = {}) =>
    exportRows(sql, { ...workshop, sources: [], ownerId, signal })
}

async function readAll(rows: AsyncIterable<readonly JsonObject[]>): Promise<JsonObject[]> {
  const all: JsonObject[] = []
  for await (const batch of rows) all.push(...batch)
  return all
}

test('gives as many rows as the limit, in order', async () => {
  const { columns, rows } = await open()('SELECT i AS n FROM range(20000) t(i)')
  expect(columns).toEqual([{ name: 'n', type: 'BIGINT' }])
  const all = await readAll(rows)
  expect(all.map(({ n }) => n)).toEqual(Array.from({ length: 20_000 }, (_, index) => index))
})

test('fails with too_large after as many rows as the limit', async () => {
  const { rows } = await open()('SELECT i AS n FROM range(30000) t(i)')
  await expect(readAll(rows)).rejects.toMatchObject({
    code: 'too_large',
    message: 'The result has more than 20000 rows. Filter or aggregate it, or save it in parts.',
  })
})

test('fails with the sentence of the engine when the statement fails after its first rows', async () => {
  const sql = "SELECT CAST(CASE WHEN i = 15000 THEN 'x' ELSE '1' END AS INT) AS n FROM range(16000) t(i)"
  const read = async () => readAll((await open()(sql)).rows)
  await expect(read()).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining("Could not convert string 'x' to INT32"),
  })
})

test('fails when the statement and the reading take longer than the limit', async () => {
  const { rows } = await open({ timeoutMs: 1000, maxRows: 1e9 })('SELECT i AS n FROM range(1000000000) t(i)')
  await expect(readAll(rows)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('sends one result at once to an owner, until the reader stops', async () => {
  const save = open({ maxRows: 1e9 })
  const endless = 'SELECT i AS n FROM range(1000000000) t(i)'
  const { rows } = await save(endless)
  await expect(save(endless)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await readAll((await save('SELECT 1 AS n', { ownerId: 'ben' })).rows)).toEqual([{ n: 1 }])
  await rows.next()
  await rows.return()
  await expect
    .poll(() => save('SELECT 1 AS n').then(({ rows }) => readAll(rows)), { timeout: 30_000 })
    .toEqual([{ n: 1 }])
})

test('ends the statement of a reader that never begins when its signal aborts', async () => {
  const save = open({ maxRows: 1e9 })
  const leaving = new AbortController()
  await save('SELECT i AS n FROM range(1000000000) t(i)', { signal: leaving.signal })
  leaving.abort()
  await expect
    .poll(() => save('SELECT 1 AS n').then(({ rows }) => readAll(rows)), { timeout: 30_000 })
    .toEqual([{ n: 1 }])
})
