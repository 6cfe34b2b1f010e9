import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keepEventSubject, type OwnerId } from '@parley/db'
import { createTestUser, useTestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const database = useTestDatabase()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-receipts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function eraseAgain(...files: string[]): Promise<{ code: number; output: string }> {
  const script = path.join(import.meta.dirname, 'erase-again.mjs')
  const env = { ...process.env, DATABASE_URL: database.url }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...files], { env }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), output: out + err })
    })
  })
}

async function write(name: string, content: unknown): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

async function isDisabled(owner: OwnerId): Promise<boolean> {
  const { rows } = await database.db.pool.query('select disabled_at from users where id = $1', [owner])
  return rows[0].disabled_at !== null
}

test('the persons of kept receipts are erased again after a restore, and a second person is not', async () => {
  const { db } = database
  const [anna, bert] = [await createTestUser(db), await createTestUser(db)]
  const { subject } = await keepEventSubject(db, anna, Buffer.alloc(16, 1))
  await keepEventSubject(db, bert, Buffer.alloc(16, 2))
  const gone = '00000000-0000-4000-8000-000000000001'
  const receipts = [subject, gone].map((one, index) => ({
    receipt: { receipt_id: `${index}`, subject: one },
  }))
  const file = await write('erasures.json', { status: 'ok', data: { erasures: receipts } })

  const { code, output } = await eraseAgain(file)
  expect([code, output.trim()]).toEqual([0, 'Receipts: 2. Persons erased again: 1. The others are not here.'])
  expect([await isDisabled(anna), await isDisabled(bert)]).toEqual([true, false])
  const { rows } = await db.pool.query('select user_id, asked_by from erasures')
  expect(rows).toEqual([{ user_id: anna, asked_by: 'restore' }])
  expect((await eraseAgain(file)).code).toBe(0)
})

test('a file without receipts, a broken one and a missing one are refused with a sentence', async () => {
  const files = [
    await write('none.json', {}),
    await write('broken.json', '{'),
    path.join(folder, 'missing.json'),
  ]
  for (const args of [[], ...files.map((file) => [file])]) {
    const { code, output } = await eraseAgain(...args)
    expect([code, output]).toEqual([2, expect.stringMatching(/^Name a file with receipts: /)])
  }
})
