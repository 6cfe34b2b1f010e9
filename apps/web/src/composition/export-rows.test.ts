import { createTestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDataShell } from '../testing/open-data-shell.ts'
import type { TestShell } from '../testing/open-shell.ts'

let shell: TestShell
let alice: string
let bob: string

beforeAll(async () => {
  shell = await openDataShell()
  alice = await shell.signIn()
  bob = await shell.signIn()
  const body = new FormData()
  const rows = Array.from({ length: 60_000 }, (_, index) => `${index},"row ${index}, {""a"": 1}"`)
  body.set('file', new Blob([`n,label\n${rows.join('\n')}\n`]), 'long.csv')
  const headers = { authorization: `Bearer ${alice}` }
  const reply = await fetch(`${shell.origin}/api/data_source`, { method: 'POST', headers, body })
  expect(reply.status).toBe(200)
})
afterAll(() => shell.close())

function save(sql: string, { token = alice, signal }: { token?: string; signal?: AbortSignal } = {}) {
  const sent = { token, body: { sql }, ...(signal && { signal }) }
  return shell.fetch('POST', '/api/data_source/export', sent)
}

async function readLines(reply: Response): Promise<string[]> {
  expect([reply.status, reply.headers.get('transfer-encoding')]).toEqual([200, 'chunked'])
  return (await reply.text()).trimEnd().split('\r\n')
}

test('saves every row of a file in its order', async () => {
  const lines = await readLines(await save('SELECT n, label FROM long ORDER BY n'))
  expect(lines).toHaveLength(60_001)
  expect(lines.slice(0, 2)).toEqual(['n,label', '0,"row 0, {""a"": 1}"'])
  expect(lines.at(-1)).toBe('59999,"row 59999, {""a"": 1}"')
})

test('saves a result that is larger than any memory given to results', async () => {
  const reply = await save("SELECT i, repeat('x', 60) AS filler FROM range(1200000) t(i)")
  let bytes = 0
  let sum = 0
  let rest = ''
  for await (const piece of (reply.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    bytes += piece.length
    const lines = (rest + piece).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) sum += Number(line.split(',')[0]) || 0
  }
  expect(sum).toBe((1_200_000 * 1_199_999) / 2)
  expect(bytes).toBeGreaterThan(70_000_000)
})

test('saves the header of a result without rows', async () => {
  expect(await readLines(await save('SELECT n, label FROM long WHERE n < 0'))).toEqual(['n,label'])
})

test('saves all rows of a PostgreSQL table exactly, with NULL, an empty text, quotes and line breaks', async () => {
  const database = await createTestDatabase()
  try {
    const { hostname, port, username, password, pathname } = new URL(database.url)
    await database.db.pool.query('CREATE TABLE things (id bigint, name text, price numeric)')
    await database.db.pool.query(
      `INSERT INTO things SELECT i, CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'say "hi", ok'
       WHEN 3 THEN E'two\\nlines' ELSE 'Žluťoučký 🐎' END, i + 0.10 FROM generate_series(9007199254740990, 9007199254760989) i`,
    )
    const place = { kind: 'postgresql', host: hostname, port: Number(port), tls: 'off' }
    const connection = { ...place, database: pathname.slice(1), user: username, password }
    await shell.call('POST', '/data_source', { token: alice, body: { name: 'Shop', connection } })
    const text = await (await save('SELECT * FROM shop.things ORDER BY id')).text()
    expect(text.startsWith('id,name,price\r\n9007199254740990,,9007199254740990.10\r\n')).toBe(true)
    expect(text).toContain('\r\n9007199254740991,"",9007199254740991.10\r\n')
    expect(text).toContain('\r\n9007199254740992,"say ""hi"", ok",9007199254740992.10\r\n')
    expect(text).toContain('\r\n9007199254740993,"two\nlines",9007199254740993.10\r\n')
    expect(text.endsWith('\r\n9007199254760989,Žluťoučký 🐎,9007199254760989.10\r\n')).toBe(true)
    expect(text.split('\r\n')).toHaveLength(20_002)
  } finally {
    await database.drop()
  }
})

test('breaks the reply off when the statement fails after its first rows', async () => {
  const reply = await save(
    "SELECT CAST(CASE WHEN i = 900000 THEN 'x' ELSE '1' END AS INT) AS n FROM range(1000000) t(i)",
  )
  expect(reply.status).toBe(200)
  await expect(reply.text()).rejects.toThrow()
})

test('refuses a wrong statement, and another user cannot read the data', async () => {
  const wrong = await save('SELECT nothing FROM long')
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('"nothing\\"')])
  expect((await save('SELECT n FROM long', { token: bob })).status).toBe(400)
})

test('sends few results at once, and ends the statement of a client that leaves', async () => {
  const endless = 'SELECT i FROM range(100000000) t(i)'
  const leaving = new AbortController()
  const held = await Promise.all([0, 1].map(() => save(endless, { signal: leaving.signal })))
  expect(held.map(({ status }) => status)).toEqual([200, 200])
  expect((await save(endless)).status).toBe(503)
  expect((await save('SELECT 1 AS n', { token: bob })).status).toBe(200)
  leaving.abort()
  await expect.poll(async () => (await save('SELECT 1 AS n')).status, { timeout: 30_000 }).toBe(200)
})
