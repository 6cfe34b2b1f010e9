import { inflateRawSync } from 'node:zlib'
import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { AppError } from '@parley/errors'
import { beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../testing.ts'

const database = useTestDatabase()
let api: TestApi
let alice: string
let bob: string
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }

beforeAll(async () => {
  api = createTestApi(Object.assign(world, { db: database.db }))
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
})

async function save(bearer: string, sql = 'SELECT 1') {
  const { status, headers, reply, body } = await api.send('POST', '/data_source/export', {
    bearer,
    body: { sql },
  })
  let text = ''
  if (typeof reply.body === 'object' && Symbol.asyncIterator in reply.body) {
    for await (const piece of reply.body) text += piece
  }
  return { status, headers, text, body }
}

test('saves all rows in the order of the columns, with NULL, quotes and formulas made safe', async () => {
  world.exportRows = async () => ({
    columns: ['name', '2014', 'note'].map((name) => ({ name, type: 'VARCHAR' })),
    rows: (async function* () {
      yield [
        { '2014': 1, name: 'a "quoted", one', note: null },
        { '2014': -2.5, name: '=1+1', note: { deep: [1] } },
      ]
      yield [{ '2014': '90071992547409930', name: 'two\nlines', note: true }]
    })(),
  })
  const { status, headers, text } = await save(alice)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="result.csv"',
  })
  expect(text.split('\r\n')).toEqual([
    'name,2014,note',
    '"a ""quoted"", one",1,',
    `'=1+1,-2.5,"{""deep"":[1]}"`,
    '"two\nlines",90071992547409930,true',
    '',
  ])
})

test('saves the header of a result without rows', async () => {
  world.exportRows = async () => ({
    columns: [{ name: 'n', type: 'BIGINT' }],
    rows: (async function* () {})(),
  })
  expect((await save(alice)).text).toBe('n\r\n')
})

test('runs over the data sources of the caller alone', async () => {
  const connection = { kind: 'postgresql', host: 'db.example', database: 'shop', user: 'reader' }
  world.connect = async () => ({ bytes: 0, tables: [] })
  await api.send('POST', '/data_source', { bearer: alice, body: { name: 'Shop', connection } })
  const seen: string[][] = []
  world.exportRows = async (_owner, { sources }) => {
    seen.push(sources.map(({ name }) => name))
    return { columns: [], rows: (async function* () {})() }
  }
  await save(alice)
  await save(bob)
  expect(seen).toEqual([['shop'], []])
})

test('refuses a missing credential, a missing statement, another method and a result that is too large', async () => {
  expect((await save('nonsense')).status).toBe(401)
  const empty = await api.send('POST', '/data_source/export', { bearer: alice, body: {} })
  expect([empty.status, empty.body.message]).toEqual([400, 'sql: is missing.'])
  const get = await api.send('GET', '/data_source/export', { bearer: alice })
  expect([get.status, get.headers.allow]).toEqual([405, 'POST'])
  world.exportRows = async () => {
    throw new AppError('too_large', 'The result has more than 5 rows.')
  }
  expect((await save(alice)).body.message).toBe('The result has more than 5 rows.')
})

test('gives the statement the signal of its client', async () => {
  const leaving = new AbortController()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  world.exportRows = (_owner, { signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new AppError('invalid_request', 'Cancelled.')))
      begin()
    })
  const pending = api.send('POST', '/data_source/export', {
    bearer: alice,
    body: { sql: 'SELECT 1' },
    signal: leaving.signal,
  })
  await begun
  leaving.abort()
  expect((await pending).body.message).toBe('Cancelled.')
})

const RESULT = {
  columns: [
    { name: 'día', type: 'DATE' },
    { name: 'total', type: 'HUGEINT' },
    { name: 'note', type: 'VARCHAR' },
  ],
  rows: [
    { día: '2026-01-31', total: '90071992547409930', note: '=1+1 <b>' },
    { día: null, total: 2.5, note: null },
  ],
}

async function saveAs(body: object, accept?: string) {
  world.exportRows = async () => ({
    columns: RESULT.columns,
    rows: (async function* () {
      yield RESULT.rows
    })(),
  })
  const {
    reply,
    headers,
    body: failure,
  } = await api.send('POST', '/data_source/export', {
    bearer: alice,
    body: { sql: 'SELECT 1', ...body },
    ...(accept !== undefined && { headers: { accept } }),
  })
  const pieces: Buffer[] = []
  if (typeof reply.body === 'object' && Symbol.asyncIterator in reply.body)
    for await (const piece of reply.body) pieces.push(Buffer.from(piece))
  return { headers, failure, bytes: Buffer.concat(pieces) }
}

test('saves a workbook whose cells are numbers, dates and texts, never formulas', async () => {
  const { headers, bytes } = await saveAs({ format: 'xlsx' })
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="result.xlsx"',
  })
  const sheet = entryOf(bytes, 'xl/worksheets/sheet1.xml')
  expect(sheet).toContain('<is><t xml:space="preserve">día</t></is>')
  // 31 January 2026 is day 46053 of Excel's calendar.
  expect(sheet).toContain(
    '<row><c s="2"><v>46053</v></c><c t="inlineStr"><is><t xml:space="preserve">90071992547409930</t></is></c><c t="inlineStr"><is><t xml:space="preserve">=1+1 &lt;b&gt;</t></is></c></row>',
  )
  expect(sheet).toContain('<row><c/><c><v>2.5</v></c><c/></row></sheetData>')
  expect(entryOf(bytes, 'xl/workbook.xml')).toContain('<sheet name="Result" sheetId="1" r:id="rId1"/>')
})

test('chooses the format by the body, then by the Accept header, and refuses others', async () => {
  const parquet = 'application/vnd.apache.parquet'
  const named = await saveAs({}, `${parquet};q=0.9, */*`)
  expect(named.headers['content-type']).toBe(parquet)
  expect(JSON.parse(named.bytes.toString())).toEqual(RESULT.rows)
  expect((await saveAs({ format: 'csv' }, parquet)).headers['content-type']).toContain('text/csv')
  expect((await saveAs({}, 'application/json')).headers['content-type']).toContain('text/csv')
  expect((await saveAs({ format: 'pdf' })).failure.message).toBe('format: must be csv, xlsx or parquet.')
})

/** The text of a file in a ZIP archive, found by the central directory. */
function entryOf(zip: Buffer, name: string): string {
  for (let at = zip.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0; ) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const end = at + 46 + (nameLength ?? 0)
    if (zip.toString('utf8', at + 46, end) === name) {
      const start = zip.readUInt32LE(at + 42)
      const content = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
      return inflateRawSync(zip.subarray(content, content + zip.readUInt32LE(at + 20))).toString()
    }
    at = end + (extraLength ?? 0) + (noteLength ?? 0)
  }
  throw new Error(`The archive has no ${name}.`)
}
