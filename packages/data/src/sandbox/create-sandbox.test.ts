import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../index.ts'
import type { QueryInput } from './tasks.ts'

let root: string
let sandbox: Sandbox
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-sandbox-test-'))
  sandbox = await createSandbox({ tempFolder: root, maxChildren: 2, maxChildrenPerOwner: 1 })
})
afterEach(async () => {
  await sandbox.close()
  await rm(root, { recursive: true, force: true })
})

function query(
  sql: string,
  {
    ownerId = 'a',
    timeoutMs = 5000,
    signal,
  }: { ownerId?: string; timeoutMs?: number; signal?: AbortSignal } = {},
) {
  const input: QueryInput = {
    sql,
    views: [],
    timeoutMs,
    preview: { rows: 10, bytes: 1000 },
    kept: { rows: 100, bytes: 10_000 },
  }
  return sandbox.run('query', { ownerId, input, ...(signal && { signal }) })
}

const ENDLESS = 'SELECT count(*) FROM range(100000000000)'
const CRASH = "SELECT json_structure(repeat('[', 200000) || repeat(']', 200000))"

test('bounds the rows shown and kept, and counts them all', async () => {
  const outcome = await query('SELECT range AS n FROM range(5000)')
  expect(outcome).toMatchObject({ ok: true, result: { rowCount: 5000, keptRows: 100, rows: { length: 10 } } })
  if (outcome.ok) expect(JSON.parse(Buffer.from(outcome.bytes).toString())).toHaveLength(100)
})

test('fails when a statement fails after its first rows, and answers the next one', async () => {
  const sql = (until: number) =>
    `SELECT CAST(CASE WHEN i = 900000 THEN 'oops' ELSE '1' END AS INT) AS n FROM range(${until}) t(i)`
  expect(await query(sql(1_000_000))).toMatchObject({
    ok: false,
    reason: 'invalid',
    message: expect.stringContaining("Could not convert string 'oops' to INT32"),
  })
  expect(await query(sql(900_000))).toMatchObject({ ok: true, result: { rowCount: 900_000 } })
})

test('returns values without loss', async () => {
  const outcome =
    await query(`SELECT 9007199254740993 AS big, 12::BIGINT AS small, 1.50::DECIMAL(9,2) AS money,
    DATE '2024-02-29' AS day, TIMESTAMP '2024-02-29 12:30:00' AS moment, 'NaN'::DOUBLE AS nan, [1, 2] AS list,
    INTERVAL 3 DAYS AS span, NULL AS nothing, {'__proto__': 1} AS odd, 2 AS "__proto__"`)
  if (!outcome.ok) throw new Error(outcome.message)
  const [row] = outcome.result.rows
  expect(row).toMatchObject({
    big: '9007199254740993',
    small: 12,
    money: '1.50',
    day: '2024-02-29',
    moment: '2024-02-29T12:30:00',
    nan: 'NaN',
    list: [1, 2],
    span: '3 days',
    nothing: null,
  })
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
})

test('interrupts a statement at its deadline', async () => {
  expect(await query(ENDLESS, { timeoutMs: 300 })).toMatchObject({ ok: false, reason: 'timeout' })
  expect(await query('SELECT 1 AS one')).toMatchObject({ ok: true })
})

test('kills a child that ignores the interrupt', async () => {
  // One scalar function inside the engine; it never looks for an interrupt.
  const outcome = await query("SELECT levenshtein(repeat('ab', 400000), repeat('ba', 400000))", {
    timeoutMs: 300,
  })
  expect(outcome).toMatchObject({ ok: false, reason: 'timeout' })
})

test('answers the next statement after a crash of the engine', async () => {
  expect(await query(CRASH)).toMatchObject({ ok: false, reason: 'crashed' })
  expect(await query('SELECT 1 AS one')).toMatchObject({ ok: true, result: { rows: [{ one: 1 }] } })
})

test('stops a statement at the memory limit', async () => {
  const outcome = await query('SELECT array_agg(range) FROM range(3000000000)', { timeoutMs: 20_000 })
  expect(outcome).toMatchObject({ ok: false, reason: 'memory' })
})

test('ends a statement when its signal aborts', async () => {
  const controller = new AbortController()
  const running = query(ENDLESS, { timeoutMs: 20_000, signal: controller.signal })
  controller.abort(new Error('stop'))
  expect(await running).toMatchObject({ ok: false, reason: 'cancelled' })
  await expect(query('SELECT 1', { signal: controller.signal })).rejects.toThrow('stop')
})

test('never gives the child of one owner to another owner', async () => {
  const outcomes = await Promise.all(
    ['a', 'a', 'a', 'b', 'b', 'c'].map((ownerId) => query(`SELECT '${ownerId}' AS owner`, { ownerId })),
  )
  expect(outcomes.map((outcome) => outcome.ok && outcome.result.rows[0]?.owner)).toEqual([
    'a',
    'a',
    'a',
    'b',
    'b',
    'c',
  ])
})

test('gives a child no environment and a private folder that is deleted with it', async () => {
  process.env.PARLEY_TEST_SECRET = 'for the parent alone'
  await query('SELECT 1')
  const [mine = ''] = await readdir(root)
  const [folder = ''] = await readdir(join(root, mine))
  expect(folder).toMatch(/^sql-/)
  const environment = await query("SELECT content FROM read_text('/proc/self/environ')")
  expect(environment).toMatchObject({ ok: false, reason: 'refused' })
  await sandbox.close()
  expect(await readdir(root)).toEqual([])
})

test('deletes the folders of a killed service, and nothing else', async () => {
  await mkdir(join(root, 'parley-sandbox-999999999-abc'))
  await mkdir(join(root, `parley-sandbox-${process.ppid}-abc`))
  await mkdir(join(root, 'another-program'))
  const second = await createSandbox({ tempFolder: root })
  await second.close()
  const left = await readdir(root)
  expect(left).not.toContain('parley-sandbox-999999999-abc')
  expect(left).toEqual(expect.arrayContaining([`parley-sandbox-${process.ppid}-abc`, 'another-program']))
})

test('fails with unavailable when no process can be started, and works again once one can', async () => {
  const [mine = ''] = await readdir(root)
  await rm(join(root, mine), { recursive: true })
  for (const ownerId of ['a', 'b', 'c']) {
    await expect(query('SELECT 1', { ownerId })).rejects.toMatchObject({ code: 'unavailable' })
  }
  await mkdir(join(root, mine))
  expect(await query('SELECT 1 AS one')).toMatchObject({ ok: true, result: { rows: [{ one: 1 }] } })
})

test('fails with unavailable and logs why when the program of the child is missing', async () => {
  await sandbox.close()
  const logged: unknown[] = []
  const log = { warn: (details: object) => void logged.push(details) }
  sandbox = await createSandbox({ tempFolder: root, log })
  const { execPath } = process
  process.execPath = join(root, 'no-node-here')
  try {
    await expect(query('SELECT 1 AS one')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/could not start/),
    })
    const [details] = logged
    expect(details).toMatchObject({ kind: 'sql', err: { message: expect.stringMatching(/no-node-here/) } })
  } finally {
    process.execPath = execPath
  }
  expect(await query('SELECT 1 AS one')).toMatchObject({ ok: true })
})

test('leaves children for statements while files are converted, one after another', async () => {
  await sandbox.close()
  sandbox = await createSandbox({ tempFolder: root, maxChildren: 2, maxConversions: 1 })
  // Nothing writes into the pipe, so a conversion that reads it waits.
  const pipe = join(root, 'pipe')
  execFileSync('/usr/bin/mkfifo', [pipe])
  const file = join(root, 'file.csv')
  await writeFile(file, 'a\n1\n')
  // Asked for in the order of the calls.
  const convert = (inputFile: string, signal?: AbortSignal) => {
    const outputFolder = mkdtempSync(join(root, 'output-'))
    const input = { format: 'csv', tableName: 't', timeoutMs: 30_000, inputFile, outputFolder } as const
    return sandbox.run('convert', { ownerId: 'a', input, ...(signal && { signal }) })
  }
  const first = new AbortController()
  const second = new AbortController()
  const reading = convert(pipe, first.signal)
  const waiting = convert(pipe, second.signal)
  const last = convert(file)
  expect(await query('SELECT 1 AS one', { ownerId: 'b' })).toMatchObject({ ok: true })
  second.abort(new Error('stop'))
  await expect(waiting).rejects.toThrow('stop')
  first.abort()
  expect(await reading).toMatchObject({ ok: false, reason: 'cancelled' })
  expect(await last).toMatchObject({ ok: true })
})

test('keeps the child of a file that is refused for the next file of its owner, and nothing of the file', async () => {
  const [mine = ''] = await readdir(root)
  const convert = async (content: string, format: 'csv' | 'json') => {
    const inputFile = join(root, 'file')
    await writeFile(inputFile, content)
    const outputFolder = await mkdtemp(join(root, 'output-'))
    const input = { format, tableName: 't', timeoutMs: 30_000, inputFile, outputFolder } as const
    const outcome = await sandbox.run('convert', { ownerId: 'a', input })
    const [child = ''] = await readdir(join(root, mine))
    const left = (await readdir(join(root, mine, child))).filter((name) => /^output/.test(name))
    return { outcome, child, left }
  }
  const whole = await convert('a,b\n1,2\n', 'csv')
  expect(whole.outcome).toMatchObject({ ok: true })
  for (const [content, format] of [
    ['a,b\n1,2\n1,2,3\n', 'csv'],
    ['hello', 'json'],
    ['', 'csv'],
  ] as const) {
    const { outcome, child, left } = await convert(content, format)
    expect(outcome).toMatchObject({ ok: false, reason: 'invalid' })
    expect([child, left]).toEqual([whole.child, []])
  }
  expect(await convert('a,b\n1,2\n', 'csv')).toMatchObject({ outcome: { ok: true }, child: whole.child })
})

test('refuses work after it was closed', async () => {
  await sandbox.close()
  await expect(query('SELECT 1')).rejects.toMatchObject({ code: 'unavailable' })
})
