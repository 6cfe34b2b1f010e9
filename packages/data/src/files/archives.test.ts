import { readdir } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { FileFormat } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ingestFile } from '../index.ts'
import { makeWorkbook, makeZip } from '../testing/workbook.ts'
import { openWorkshop, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

async function tablesOf(format: FileFormat, content: Buffer) {
  return (await ingestFile({ ...workshop, ownerId: 'ann', name: 'sales', format, content })).tables
}

const zipOf = (files: Readonly<Record<string, string | Buffer>>) =>
  makeZip(Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) })))

test.each<[FileFormat, string]>([
  ['csv', 'a,b\n1,x\n2,y\n'],
  ['tsv', 'a\tb\n1\tx\n2\ty\n'],
  ['json', '[{"a":1,"b":"x"},{"a":2,"b":"y"}]'],
  ['ndjson', '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n'],
])('a %s file compressed with gzip is read as what it holds', async (format, content) => {
  // Some programs write several members, one after the other (RFC 1952, section 2.2).
  const middle = content.length / 2
  const packed = Buffer.concat([gzipSync(content.slice(0, middle)), gzipSync(content.slice(middle))])
  expect(await tablesOf(format, packed)).toMatchObject([
    { name: 'sales', rowCount: 2, columns: [{ name: 'a', samples: ['1', '2'] }, { name: 'b' }] },
  ])
})

test('a ZIP archive with one data file gives its table under the name of the data source', async () => {
  const files = { 'data/Été 2024.csv': 'a\n1\n2\n', 'README.txt': 'Read me.', '__MACOSX/._x.csv': 'no' }
  const tables = await tablesOf('zip', zipOf(files))
  expect(tables).toMatchObject([{ name: 'sales', rowCount: 2, columns: [{ name: 'a' }] }])
  expect(tables[0]?.reading?.notes).toContainEqual({
    kind: 'left_out',
    text: 'README.txt of the archive is no table and was left out.',
  })
})

test('a ZIP archive with several data files gives a table each, named by its file', async () => {
  const files = {
    'Été 2024.csv': 'a\n1\n',
    'sub/été-2024.tsv': 'b\tc\n2\t3\n',
    'prices.jsonl': '{"p":1}\n',
    'book.xlsx': makeWorkbook({
      One: [['x'], [1], [2]],
      Two: [['y'], [3], [4]],
    }),
  }
  const tables = await tablesOf('zip', zipOf(files))
  expect(tables.map(({ name, rowCount }) => [name, rowCount])).toEqual([
    ['été_2024', 1],
    ['été_2024_1', 1],
    ['prices', 1],
    ['one', 2],
    ['two', 2],
  ])
  expect(tables[1]?.reading?.notes).toContainEqual({
    kind: 'part',
    text: 'The file “sub/été-2024.tsv” of the archive.',
  })
})

test('the settings of the owner apply to the files of a ZIP archive that have them, and are refused for others', async () => {
  const content = zipOf({
    'bills.csv': 'day;paid\n01/02/2024;1,234\n',
    'people.json': '[{"name":"Ann"}]',
  })
  const upload = { ...workshop, ownerId: 'ann', name: 'z', format: 'zip', content } as const
  const chosen = { dateOrder: 'month_first', decimalMark: '.' } as const
  const { tables } = await ingestFile({ ...upload, settings: [{ table: 'bills', settings: chosen }] })
  expect(tables[0]?.columns).toMatchObject([
    { name: 'day', type: 'DATE', samples: ['2024-01-02'] },
    { name: 'paid', type: 'BIGINT', samples: ['1234'] },
  ])
  expect(tables[0]?.reading?.chosen).toEqual(['dateOrder', 'decimalMark'])
  await expect(
    ingestFile({ ...upload, settings: [{ table: 'people', settings: { separator: ';' } }] }),
  ).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'settings: separator does not apply to people.json, a file of the format json.',
  })
})

describe('is refused, and leaves nothing behind', () => {
  /** 300 MB of one line in some hundred KB. */
  const bomb = Buffer.alloc(300 * 2 ** 20, 'aaaaaaaaaaaaaaa\n')

  test.each<[string, FileFormat, Buffer, string | RegExp]>([
    ['a gzip bomb', 'csv', gzipSync(bomb), /unpacks to more than 2 GB or to more than 200 times its size/],
    ['a ZIP bomb', 'zip', zipOf({ 'a.csv': bomb }), /unpacks to more than 2 GB or to more than 200 times/],
    ['gzip cut short', 'csv', gzipSync('a,b\n1,2\n').subarray(0, 20), /cut off or damaged/],
    [
      'a ZIP archive cut short',
      'zip',
      zipOf({ 'a.csv': 'a\n1\n' }).subarray(0, 40),
      /not a ZIP archive, or it is/,
    ],
    [
      'a ZIP archive without data',
      'zip',
      zipOf({ 'photo.jpg': 'x', 'notes.md': 'y' }),
      'The archive has no CSV, TSV, JSON, Parquet or XLSX file. It holds photo.jpg, notes.md.',
    ],
    ['an empty ZIP archive', 'zip', zipOf({}), /no CSV, TSV, JSON, Parquet or XLSX file. It is empty/],
    [
      'a ZIP archive with an unreadable file',
      'zip',
      zipOf({ 'good.csv': 'a\n1\n', 'bad.json': 'hello' }),
      'bad.json: The file is not JSON: it begins with neither [ nor {.',
    ],
    ['text as a ZIP archive', 'zip', Buffer.from('a,b\n1,2\n'), /not a ZIP archive/],
    [
      'a ZIP archive with a password',
      'zip',
      encrypted(zipOf({ 'a.csv': 'a\n1\n' })),
      /protected by a password/,
    ],
  ])('%s', async (_what, format, content, message) => {
    const before = await readdir(workshop.folder, { recursive: true })
    await expect(tablesOf(format, content)).rejects.toMatchObject({
      code: 'invalid_request',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
    expect(await readdir(workshop.folder, { recursive: true })).toEqual(before)
  })
})

/** Sets the flag of encryption in the directory of an archive. */
function encrypted(archive: Buffer): Buffer {
  const at = archive.indexOf('PK\u0001\u0002')
  archive.writeUInt16LE(archive.readUInt16LE(at + 8) | 1, at + 8)
  return archive
}
