import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../index.ts'

let root: string
let sandbox: Sandbox
const leaving = new AbortController()
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-shares-test-'))
})
afterEach(async () => {
  await sandbox.close()
  await rm(root, { recursive: true, force: true })
})

function query(ownerId: string, { sql = 'SELECT 1 AS one', signal = leaving.signal } = {}) {
  const limits = { timeoutMs: 60_000, preview: { rows: 10, bytes: 1000 }, kept: { rows: 10, bytes: 1000 } }
  return sandbox.run('query', { ownerId, input: { sql, views: [], ...limits }, signal })
}

function convert(ownerId: string, { inputFile, signal }: { inputFile: string; signal?: AbortSignal }) {
  const outputFolder = mkdtempSync(join(root, 'output-'))
  const input = { format: 'csv', tableName: 't', timeoutMs: 60_000, inputFile, outputFolder } as const
  return sandbox.run('convert', { ownerId, input, ...(signal && { signal }) })
}

function draw(ownerId: string) {
  const field = { name: 'n', type: 'BIGINT' }
  const rows = Buffer.from(JSON.stringify([{ n: 1 }, { n: 2 }]))
  const encoding = { x: { field: 'n', type: 'quantitative' }, y: { field: 'n', type: 'quantitative' } }
  const input = {
    spec: { mark: 'point', data: { name: 'rows' }, encoding },
    results: [{ name: 'rows', columns: [field], isOrdered: true, byteLength: rows.byteLength }],
    timeoutMs: 60_000,
  }
  return sandbox.run('chart', { ownerId, input, bytes: rows })
}

/** Each child has a folder. */
async function countChildren(): Promise<number> {
  const [sandboxFolder = ''] = await readdir(root)
  return (await readdir(join(root, sandboxFolder))).length
}

const ENDLESS = 'SELECT count(*) FROM range(100000000000)'

test('serves a third owner while two owners send as many requests as they can', async () => {
  sandbox = await createSandbox({ tempFolder: root, maxChildren: 6, maxChildrenPerOwner: 3 })
  const flood = new AbortController()
  const busy = Promise.allSettled(
    ['ann', 'ben'].flatMap((ownerId) =>
      Array.from({ length: 20 }, () => query(ownerId, { sql: ENDLESS, signal: flood.signal })),
    ),
  )
  const stranger = await query('cem')
  flood.abort(new Error('enough'))
  await busy
  expect(stranger).toMatchObject({ ok: true, result: { rows: [{ one: 1 }] } })
})

test('converts the file of another owner before the second waiting file of an owner with forty', async () => {
  sandbox = await createSandbox({ tempFolder: root, maxChildren: 2, maxConversions: 1 })
  // Nothing writes into the pipe, so the conversion that reads it waits forever.
  const pipe = join(root, 'pipe')
  execFileSync('/usr/bin/mkfifo', [pipe])
  const file = join(root, 'file.csv')
  await writeFile(file, 'a\n1\n')
  const first = new AbortController()
  const rest = new AbortController()
  const held = Promise.allSettled([convert('ann', { inputFile: pipe, signal: first.signal })])
  const waiting = Promise.allSettled(
    Array.from({ length: 39 }, () => convert('ann', { inputFile: pipe, signal: rest.signal })),
  )
  const stranger = convert('ben', { inputFile: file })
  first.abort(new Error('enough'))
  await held
  expect(await stranger).toMatchObject({ ok: true })
  rest.abort(new Error('enough'))
  await waiting
})

test('refuses the flood of one owner and keeps the queue open to the others', async () => {
  sandbox = await createSandbox({ tempFolder: root, maxChildren: 2, maxChildrenPerOwner: 1 })
  const flood = new AbortController()
  const asked = Promise.allSettled(
    Array.from({ length: 1000 }, () => query('ann', { sql: ENDLESS, signal: flood.signal })),
  )
  const stranger = await query('ben')
  flood.abort(new Error('enough'))
  const outcomes = await asked
  expect(stranger).toMatchObject({ ok: true })
  expect(outcomes.filter((it) => it.status === 'rejected' && it.reason.code === 'rate_limited')).not.toEqual(
    [],
  )
})

test('runs as many statements of one owner at once as processors and one more, and those of another owner beside them', async () => {
  sandbox = await createSandbox({ tempFolder: root, maxChildren: 6, processors: 1 })
  const endless = new AbortController()
  const asked = Promise.allSettled(
    Array.from({ length: 3 }, () => query('ann', { sql: ENDLESS, signal: endless.signal })),
  )
  expect(await query('ben')).toMatchObject({ ok: true })
  expect(await countChildren()).toBe(3)
  endless.abort(new Error('enough'))
  await asked
  expect(await query('ann')).toMatchObject({ ok: true })
})

test('draws as many charts of one owner at once as there are processors, at least two', async () => {
  sandbox = await createSandbox({ tempFolder: root, maxChildren: 6, processors: 1 })
  const settled = new AbortController()
  const drawn = Promise.all(Array.from({ length: 6 }, () => draw('ann')))
  const counts: number[] = []
  const counting = (async () => {
    while (!settled.signal.aborted) {
      counts.push(await countChildren())
      await sleep(20)
    }
  })()
  const outcomes = await drawn.finally(() => settled.abort())
  await counting
  expect(outcomes.map(({ ok }) => ok)).toEqual(Array(6).fill(true))
  expect(Math.max(...counts)).toBe(2)
})
