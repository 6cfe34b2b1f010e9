import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../index.ts'
import { writeOddChild } from '../testing/odd-child.ts'
import type { QueryInput } from './tasks.ts'

const { execPath } = process
let root: string
let sandbox: Sandbox
let logged: { kind?: string; oddity?: string }[]

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-odd-test-'))
  process.execPath = await writeOddChild(root)
})
afterAll(async () => {
  process.execPath = execPath
  await rm(root, { recursive: true, force: true })
})
beforeEach(async () => {
  logged = []
  const log = { warn: (details: object) => void logged.push(details) }
  sandbox = await createSandbox({ tempFolder: root, maxChildren: 4, log })
})
afterEach(() => sandbox.close())

async function query(sql: string, { ownerId = 'ann', timeoutMs = 20_000 } = {}) {
  const limits = { timeoutMs, preview: { rows: 10, bytes: 1000 }, kept: { rows: 10, bytes: 1000 } }
  const input: QueryInput = { sql, views: [], ...limits }
  const outcome = await sandbox.run('query', { ownerId, input })
  return outcome.ok ? { ok: true, ...outcome.result.rows[0] } : { ok: false, reason: outcome.reason }
}

/** What the sandbox logged about the children, without its words on the weak isolation of this test. */
const oddities = () => logged.flatMap(({ oddity }) => oddity ?? [])

test('a child that only answers serves the next task of its owner', async () => {
  const first = await query('plain')
  expect(first).toMatchObject({ ok: true, sql: 'plain' })
  expect(await query('again')).toEqual({ ...first, sql: 'again' })
  expect(oddities()).toEqual([])
})

test('a child that keeps much memory does not serve the next task, which needs its own', async () => {
  const full = await query('memory')
  expect(full).toMatchObject({ ok: true, sql: 'memory' })
  const next = await query('plain')
  expect(next).toMatchObject({ ok: true, sql: 'plain' })
  expect(next).not.toMatchObject({ pid: 'pid' in full && full.pid })
  expect(oddities()).toEqual([])
})

test.each([
  ['twice', 'answered twice'],
  ['threads', 'left threads'],
  ['files', 'left open files'],
  ['process', 'left a process'],
])('a child that behaves like "%s" is ended after its answer', async (sql, oddity) => {
  const [odd, other] = await Promise.all([query(sql), query('plain', { ownerId: 'ben' })])
  expect(odd).toMatchObject({ ok: true, sql })
  expect(other).toMatchObject({ ok: true, sql: 'plain' })
  expect(oddities()).toEqual([oddity])
  const next = await query('plain')
  expect(next).toMatchObject({ ok: true, sql: 'plain' })
  expect(next).not.toMatchObject({ pid: 'pid' in odd && odd.pid })
})

test.each(['another', 'none', 'flood', 'complaints'])(
  'a child that behaves like "%s" fails its own task only',
  async (sql) => {
    const [odd, other] = await Promise.all([query(sql), query('plain', { ownerId: 'ben' })])
    expect(odd).toEqual({ ok: false, reason: 'crashed' })
    expect(other).toMatchObject({ ok: true, sql: 'plain' })
    expect(await query('plain')).toMatchObject({ ok: true, sql: 'plain' })
  },
)

test('a child that writes between two tasks is ended before the second one', async () => {
  const odd = await query('later')
  expect(odd).toMatchObject({ ok: true, sql: 'later' })
  const pid = 'pid' in odd ? Number(odd.pid) : 0
  await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false)
  const next = await query('plain')
  expect(next).toMatchObject({ ok: true, sql: 'plain' })
})

test('a child whose last process holds its pipes open does not hold its place', async () => {
  const odd = await query('daemon')
  expect(odd).toEqual({ ok: false, reason: 'crashed' })
  expect(await query('plain')).toMatchObject({ ok: true, sql: 'plain' })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
