import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import type { FileFormat } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteDataset, ingestFile, ingestSqlite, removeRetiredFiles, retireDataset } from '../index.ts'
import { makeWorkbook, makeZip } from '../testing/workbook.ts'
import { openWorkshop, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

function ingest(
  format: FileFormat,
  content: string | Uint8Array,
  options: { recordsPath?: string; maxBytes?: number } = {},
) {
  return ingestFile({
    ...workshop,
    ownerId: 'owner-1',
    name: 'My File',
    format,
    content: typeof content === 'string' ? Buffer.from(content) : content,
    ...options,
  })
}

describe('takes in', () => {
  test('whole numbers and texts, stored by their differences in all formats', async () => {
    const files = [
      await ingest('csv', 'id,name\n1,a\n2,b\n3,c\n'),
      await ingest('ndjson', '{"id":1,"name":"a"}\n{"id":2,"name":"b"}\n'),
    ]
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    for (const { tables } of files) {
      const path = join(workshop.folder, tables[0]?.file ?? '')
      const read = await connection.runAndReadAll(`SELECT encodings FROM parquet_metadata('${path}')`)
      expect(read.getRowsJson()).toEqual([['DELTA_BINARY_PACKED'], ['DELTA_LENGTH_BYTE_ARRAY']])
    }
    connection.closeSync()
  })

  test('a CSV with types, samples and a Parquet file that is read-only', async () => {
    const { tables, bytes } = await ingest(
      'csv',
      'day,city,rain\n2024-01-01,Oslo,1.5\n2024-01-02,Bergen,20\n',
    )
    expect(tables).toHaveLength(1)
    expect(tables[0]).toMatchObject({
      name: 'my_file',
      rowCount: 2,
      columns: [
        { name: 'day', type: 'DATE', samples: ['2024-01-01', '2024-01-02'] },
        { name: 'city', type: 'VARCHAR' },
        { name: 'rain', type: 'DOUBLE', samples: ['1.5', '20.0'] },
      ],
    })
    const path = join(workshop.folder, tables[0]?.file ?? '')
    expect((await readFile(path)).subarray(0, 4).toString()).toBe('PAR1')
    expect((await stat(path)).mode & 0o222).toBe(0)
    expect(bytes).toBe((await stat(path)).size)
  })

  test('headers that need quotes in SQL, and keeps the headers in the description', async () => {
    const { tables } = await ingest('csv', ' Total (EUR) ,order,2024,x,X\n1,2,3,4,5\n')
    expect(tables[0]?.columns.map(({ name }) => name)).toEqual(['Total_EUR', 'order_2', '_2024', 'x', 'X_1'])
    expect(tables[0]?.columns[0]?.description).toBe('Total (EUR).')
  })

  test('a TSV that has commas in place of tabs', async () => {
    const { tables } = await ingest('tsv', 'a,b\n1,2\n')
    expect(tables[0]?.columns.map(({ name }) => name)).toEqual(['a', 'b'])
  })

  test.each([
    ['semicolons', 'a;b\n1;2,5\n', ['a', 'b']],
    ['a table below a title', 'Report of May\n\na,b,c\n1,2,3\n4,5,6\n', ['a', 'b', 'c']],
    ['a line that looks like a comment', 'a,b\n#1,2\n3,4\n', ['a', 'b']],
    ['one column', 'value\n1\n2\n', ['value']],
    ['single quotes', "a,b\n'1,5',2\n", ['a', 'b']],
    ['apostrophes', "a|b\nrock 'n' roll|it's\n", ['a', 'b']],
    ['quotes that are doubled', 'a,b\n"1,5","say ""no"""\n', ['a', 'b']],
    ['quotes behind backslashes', 'a,b\n"1,5","say \\"no\\""\n', ['a', 'b']],
    ['quotes inside a value', 'a,b\n5" pipe,2\n', ['a', 'b']],
    ['its separator in a separate line', 'sep=;\na;b,c\n1;2\n', ['a', 'b_c']],
    ['a first column called PAR1', 'PAR1,b\n1,2\n', ['PAR1', 'b']],
  ])('CSV with %s', async (_what, content, names) => {
    const { tables } = await ingest('csv', content)
    expect(tables[0]?.columns.map(({ name }) => name)).toEqual(names)
  })

  test('CSV with lines that end in every way', async () => {
    const { tables } = await ingest('csv', 'a,b\r\n1,"x\r\ny"\n2,z\r3,w\n')
    expect(tables[0]).toMatchObject({
      rowCount: 3,
      columns: [{ name: 'a', samples: ['1', '3'] }, { name: 'b' }],
    })
    expect(tables[0]?.columns[1]?.samples.toSorted()).toEqual(['w', 'x\ny', 'z'])
  })

  test.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffname\ncafé\n')],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('name\ncafé\n', 'utf16le')])],
    ['Windows-1252', Buffer.from('name\ncaf\xe9\n', 'latin1')],
  ])('text in %s', async (_encoding, content) => {
    const { tables } = await ingest('csv', content)
    expect(tables[0]?.columns).toMatchObject([{ name: 'name', samples: ['café'] }])
  })

  test.each<[string, FileFormat, string]>([
    ['an array', 'json', '[{"a":1},{"a":2}]'],
    ['lines', 'ndjson', '{"a":1}\n{"a":2}\n'],
    ['lines under the name of JSON', 'json', '{"a":1}\n{"a":2}\n'],
    ['an envelope', 'json', '{"page":1,"result":{"items":[{"a":1},{"a":2}]}}'],
  ])('JSON records in %s', async (_what, format, content) => {
    const { tables } = await ingest(format, content)
    expect(tables[0]).toMatchObject({ rowCount: 2, columns: [{ name: 'a', type: 'BIGINT' }] })
  })

  const like = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]))

  test.each<[string, object, number]>([
    ['hundreds of like values, as as many columns', like(500), 500],
    ['one key that is called json', { json: like(500) }, 1],
    ['a key that maps hundreds of names', { id: 1, byName: like(500) }, 2],
  ])('JSON records with %s', async (_what, record, columns) => {
    const { tables } = await ingest('ndjson', `${JSON.stringify(record)}\n`.repeat(2))
    expect(tables[0]?.rowCount).toBe(2)
    expect(tables[0]?.columns).toHaveLength(columns)
  })

  test('JSON records at a given path', async () => {
    const content = '{"long":[{"b":1},{"b":2},{"b":3}],"short":{"rows":[{"a":1}]}}'
    const { tables } = await ingest('json', content, { recordsPath: 'short.rows' })
    expect(tables[0]).toMatchObject({ rowCount: 1, columns: [{ name: 'a' }] })
  })

  test('dates with the month as a word', async () => {
    const { tables } = await ingest('csv', 'd\nJan 3 2020\nFeb 14 2021\n')
    expect(tables[0]?.columns[0]).toMatchObject({ type: 'DATE', samples: ['2020-01-03', '2021-02-14'] })
  })

  test('a column of numbers with one word late in the file, as text', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => String(index)).join('\n')
    const { tables } = await ingest('csv', `n\n${rows}\nunknown\n`)
    expect(tables[0]).toMatchObject({ rowCount: 30_001, columns: [{ type: 'VARCHAR' }] })
  })

  test('a column of numbers with a word beyond the rows that a large file is judged by, as text', async () => {
    async function* pieces() {
      yield Buffer.from('n,note\n')
      // Over 64 MB in few rows.
      const row = `1,${'x'.repeat(400)}\n`
      for (let piece = 0; piece < 170; piece++) yield Buffer.from(row.repeat(1000))
      yield Buffer.from('unknown,y\n')
    }
    const upload = { ...workshop, ownerId: 'o', name: 'x', format: 'csv' as const, content: pieces() }
    const { tables } = await ingestFile(upload)
    expect(tables[0]).toMatchObject({ rowCount: 170_001, columns: [{ type: 'VARCHAR' }, {}] })
  })

  test('a workbook with a table per sheet', async () => {
    const day = (text: string) => new Date(`${text}T00:00:00Z`)
    const { tables } = await ingest(
      'xlsx',
      makeWorkbook({
        'Sales 2024': [
          ['Day', 'Region', 'Amount €', null],
          [day('2024-01-31'), 'North', 12.5],
          [day('2024-02-29'), 'South', 7],
        ],
        Empty: [],
        Notes: [
          [null, null],
          ['Word', 'Meaning'],
          ['a', 'b'],
        ],
      }),
    )
    expect(tables).toMatchObject([
      {
        name: 'sales_2024',
        rowCount: 2,
        columns: [
          { name: 'Day', type: 'DATE', samples: ['2024-01-31', '2024-02-29'] },
          { name: 'Region', type: 'VARCHAR' },
          { name: 'Amount', type: 'DOUBLE', samples: ['7.0', '12.5'] },
        ],
      },
      { name: 'notes', rowCount: 1, columns: [{ name: 'Word' }, { name: 'Meaning' }] },
    ])
  })

  test('a workbook of 150,000 rows', async () => {
    const rows = Array.from({ length: 150_000 }, (_, index) => [index])
    const { tables } = await ingest('xlsx', makeWorkbook({ A: [['n'], ...rows] }))
    expect(tables[0]).toMatchObject({ rowCount: 150_000, columns: [{ samples: ['0', '149999'] }] })
  })

  test('a workbook with hundreds of columns of numbers', async () => {
    const width = Array.from({ length: 300 }, (_, index) => index)
    const { tables } = await ingest('xlsx', makeWorkbook({ A: [width.map((n) => `c${n}`), width] }))
    expect(tables[0]?.columns).toHaveLength(300)
  })

  test('an upload that comes in pieces', async () => {
    async function* pieces() {
      for (const piece of ['a,b\n1', ',2\n3,', '4\n']) yield Buffer.from(piece)
    }
    const { tables } = await ingestFile({
      ...workshop,
      ownerId: 'o',
      name: 'x',
      format: 'csv',
      content: pieces(),
    })
    expect(tables[0]?.rowCount).toBe(2)
  })
})

describe('refuses, and leaves nothing behind', () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  const wide = Array.from({ length: 20_000 }, (_, index) => `c${index}`).join(',')

  const keys = Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')

  test.each<[string, FileFormat, string | Uint8Array, RegExp]>([
    ['an empty file', 'csv', '', /empty/],
    [
      'a record with too many fields',
      'csv',
      'a,b\n1,2\n1,2,3\n',
      /Line 3 has 3 fields where the first line has 2/,
    ],
    [
      'a record with too few fields whose values do not fit their columns',
      'csv',
      'a,b,c\n1,x,3\n4,y,6\nz,7\n',
      /Line 4 has 2 fields where the first line has 3/,
    ],
    [
      'records with another separator than the first line',
      'csv',
      'a,b\n1;2\n',
      /Line 2 has 1 fields where the first line has 2/,
    ],
    ['a record cut short in a quoted value', 'csv', 'a,b\n1,2\n3,"and th', /Line 3 opens a quoted value/],
    ['bytes that are not text', 'csv', Buffer.from([0, 1, 2, 3, 0, 255]), /not text/],
    ['20,000 columns', 'csv', `${wide}\n`, /more than 2000 columns/],
    ['20,000 keys in a record', 'json', `[{${keys}}]`, /has 20000 columns; at most 2000/],
    ['JSON cut short', 'json', '[{"a":1},{"a":2}', /JSON is broken in record/],
    ['a broken line', 'ndjson', '{"a":1}\n{"a":\n', /JSON is broken in record/],
    ['a brackets bomb', 'json', deep, /nested deeper than 64/],
    ['prose as JSON', 'json', 'hello', /not JSON/],
    ['text as Parquet', 'parquet', 'a,b\n1,2\n', /not a Parquet file/],
    ['Parquet cut short', 'parquet', 'PAR1 and then nothing', /cut off/],
    ['text as a workbook', 'xlsx', 'a,b', /not an XLSX workbook/],
    ['a workbook cut short', 'xlsx', makeWorkbook({ A: [['x'], [1]] }).subarray(0, 300), /damaged/],
    [
      'an archive that is no workbook',
      'xlsx',
      makeZip([{ name: 'a.txt', content: Buffer.from('x') }]),
      /damaged/,
    ],
    ['a workbook without rows', 'xlsx', makeWorkbook({ A: [['header']] }), /no sheet with a header and rows/],
    ['a zip bomb', 'xlsx', zipBomb(), /unpacks to more than 2 GB or to more than 200 times its size/],
    ['Parquet with nothing inside', 'parquet', 'PAR1\0\0\0\0\0\0\0\0PAR1', /Parquet file is damaged/],
    ['encrypted Parquet', 'parquet', `PAR1${'\0'.repeat(20)}PARE`, /encrypted/],
    ['only line breaks', 'csv', ' \n\n\n', /empty/],
    ['a file that is compressed twice', 'csv', gzipSync(gzipSync('a,b\n1,2\n')), /compressed with gzip/],
    ['a workbook as CSV', 'csv', makeWorkbook({ A: [['x'], [1]] }), /ZIP archive or a workbook/],
    ['Parquet as CSV', 'csv', Buffer.from('PAR1\x15\0\0PAR1'), /upload it as Parquet/],
    ['a page to sign in', 'csv', '<!DOCTYPE html>\n<html><body>Sign in</body></html>', /web page/],
    ['a page in place of JSON', 'json', '\n<html lang="en"><body>Sign in</body></html>', /web page/],
    ['JSON as CSV', 'csv', '[{"a":1,"b":2},{"a":3,"b":4}]', /one record a line and the same separator/],
    [
      'a workbook with a password',
      'xlsx',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      /password, or of the older/,
    ],
    ['the third record', 'ndjson', '{"a":1}\n{"a":2}\n{"a":}\n{"a":4}\n', /broken in record 3,/],
    ['the first record', 'json', '[{"a":},{"a":2}]', /broken in record 1,/],
  ])('%s', async (_what, format, content, message) => {
    const before = await filesBelow(workshop.folder)
    await expect(ingest(format, content)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(message),
    })
    expect(await filesBelow(workshop.folder)).toEqual(before)
  })

  test('a SQLite database cut short', async () => {
    const path = join(workshop.folder, '..', 'whole.sqlite')
    const database = new DatabaseSync(path)
    database.exec('CREATE TABLE t (a TEXT)')
    const insert = database.prepare('INSERT INTO t VALUES (?)')
    database.exec('BEGIN')
    for (let row = 0; row < 2000; row++) insert.run('x'.repeat(100))
    database.exec('COMMIT')
    database.close()
    const whole = await readFile(path)
    const before = await filesBelow(workshop.folder)
    for (const content of [
      whole.subarray(0, 50),
      whole.subarray(0, whole.length / 2),
      Buffer.from('a,b\n'),
    ]) {
      await expect(
        ingestSqlite({ ...workshop, egress: null as never, ownerId: 'o', content }),
      ).rejects.toMatchObject({ code: 'invalid_request' })
    }
    expect(await filesBelow(workshop.folder)).toEqual(before)
  })

  test('a file over the cap', async () => {
    await expect(ingest('csv', 'a\n'.repeat(1000), { maxBytes: 100 })).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  test('an upload that ends early', async () => {
    async function* pieces() {
      yield Buffer.from('a,b\n')
      throw new Error('connection reset')
    }
    const before = await filesBelow(workshop.folder)
    const upload = { ...workshop, ownerId: 'o', name: 'x', format: 'csv' as const, content: pieces() }
    await expect(ingestFile(upload)).rejects.toThrow('connection reset')
    expect(await filesBelow(workshop.folder)).toEqual(before)
  })
})

/** 128 MB of a sheet in a few hundred KB: far more than the child may hold once it is parsed. */
function zipBomb(): Buffer {
  const rows = '<row><c t="inlineStr"><is><t>a</t></is></c></row>'
  const sheet = Buffer.concat([Buffer.from('<worksheet><sheetData>'), Buffer.alloc(128 * 2 ** 20, rows)])
  return makeWorkbook({ A: [['x'], [1]] }, { 'xl/worksheets/sheet1.xml': sheet })
}

describe('deletes', () => {
  test("an owner's version, but never another owner's", async () => {
    const { tables } = await ingest('csv', 'a\n1\n')
    const files = tables.flatMap(({ file }) => file ?? [])
    await expect(deleteDataset(files, { ...workshop, ownerId: 'owner-2' })).rejects.toMatchObject({
      code: 'internal',
    })
    await expect(deleteDataset(['datasets/../x'], { ...workshop, ownerId: 'owner-1' })).rejects.toMatchObject(
      { code: 'internal' },
    )
    expect(await filesBelow(workshop.folder)).toContain(files[0])
    await deleteDataset(files, { ...workshop, ownerId: 'owner-1' })
    expect(await filesBelow(workshop.folder)).not.toContain(files[0])
  })
})

describe('retires', () => {
  const owner = () => ({ ...workshop, ownerId: 'owner-1' })
  const filesOf = async () => (await ingest('csv', 'a\n1\n')).tables.flatMap(({ file }) => file ?? [])
  const inAWhile = () => new Date(Date.now() + 60_000)

  test('a version that stays readable until no run can need it', async () => {
    const [file = ''] = await filesOf()
    const [other = ''] = await filesOf()
    const longAgo = new Date(Date.now() - 60_000)
    await retireDataset([file], owner())
    await removeRetiredFiles(workshop, { before: longAgo })
    expect(await filesBelow(workshop.folder)).toContain(file)
    await removeRetiredFiles(workshop, { before: inAWhile() })
    const left = await filesBelow(workshop.folder)
    expect(left).not.toContain(file)
    expect(left).toContain(other)
    expect(await workshop.retired.addedBefore(inAWhile())).toEqual([])
  })

  test("never another owner's version, and ignores what is no version", async () => {
    const [file = ''] = await filesOf()
    await expect(retireDataset([file], { ...workshop, ownerId: 'owner-2' })).rejects.toMatchObject({
      code: 'internal',
    })
    await workshop.retired.add(['datasets', 'datasets/../..', 'incoming'])
    await removeRetiredFiles(workshop, { before: inAWhile() })
    expect(await filesBelow(workshop.folder)).toContain(file)
  })

  test('incomplete uploads of a process that died', async () => {
    const old = join(workshop.folder, 'incoming', 'old')
    const fresh = join(workshop.folder, 'incoming', 'fresh')
    for (const folder of [old, fresh]) {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'upload'), 'a,b')
    }
    for (const path of [join(old, 'upload'), old]) await utimes(path, new Date(0), new Date(0))
    await removeRetiredFiles(workshop, { before: new Date(0) })
    expect(await filesBelow(workshop.folder)).not.toContain('incoming/old/upload')
    expect(await filesBelow(workshop.folder)).toContain('incoming/fresh/upload')
  })
})

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort()
}
