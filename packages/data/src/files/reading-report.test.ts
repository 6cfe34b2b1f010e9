import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import type { FileFormat, QueryableSource, ReadingReport } from '@parley/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestFile, rereadFile } from '../index.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

async function reportOf(format: FileFormat, content: string): Promise<ReadingReport | undefined> {
  const upload = { ...workshop, ownerId: 'ann', name: 'f', format, content: Buffer.from(content) }
  const { tables } = await ingestFile(upload)
  return tables[0]?.reading
}

test('a table whose texts were read as dates and numbers says so for each column', async () => {
  const content = 'Due date;paid\n31/01/2024;1.234,50\n29/02/2024;7,25\n'
  expect(await reportOf('csv', content)).toEqual({
    notes: [
      {
        kind: 'dates',
        column: 'Due_date',
        text: 'Text in the file, read as a date with the day before the month.',
      },
      {
        kind: 'numbers',
        column: 'paid',
        text: 'Text in the file, read as numbers with a comma before the decimals and a point between thousands.',
      },
    ],
    settings: expect.objectContaining({ separator: ';', dateOrder: 'day_first', decimalMark: ',' }),
    chosen: [],
  })
})

test('a table of which nothing was assumed has no notes', async () => {
  expect(await reportOf('ndjson', '{"a":1}\n{"a":2}\n')).toEqual({
    notes: [],
    settings: { encoding: 'utf-8' },
    chosen: [],
  })
})

test('a file of column names alone has no note that compares them with rows', async () => {
  expect(await reportOf('csv', 'city,state,inhabitants\n')).toMatchObject({ notes: [] })
})

test('a column whose dates could be either order says that it stays text', async () => {
  const report = await reportOf('json', '[{"d":"01/02/2024"},{"d":"03/04/2024"}]')
  expect(report).toMatchObject({ notes: [{ kind: 'kept_as_text', column: 'd' }] })
})

test('an upload is kept beside its tables, counted, and read again as it was sent', async () => {
  const content = Buffer.from(`n,day\n${'1,02/03/2024\n'.repeat(5000)}`)
  const upload = {
    ...workshop,
    ownerId: 'ann',
    name: 'f',
    format: 'csv',
    content,
    keepsOriginal: true,
  } as const
  const { tables, bytes } = await ingestFile(upload)
  const [{ file = '', original } = {}] = tables
  if (!original) throw new Error('Nothing was kept.')
  const kept = await readFile(join(workshop.folder, original.file))
  expect(zstdDecompressSync(kept).equals(content)).toBe(true)
  expect(bytes).toBe(kept.byteLength + (await stat(join(workshop.folder, file))).size)
  expect(kept.byteLength).toBeLessThan(content.byteLength / 10)

  const settings = [{ table: 'f', settings: { dateOrder: 'day_first' } }] as const
  const again = await rereadFile({ ...workshop, ownerId: 'ann', name: 'f', original, settings })
  expect(again.tables[0]).toMatchObject({
    rowCount: 5000,
    columns: [{ name: 'n' }, { type: 'DATE', samples: ['2024-03-02'] }],
    original: { format: 'csv' },
  })
  expect(again.tables[0]?.original?.file).not.toBe(original.file)
  const theirs = rereadFile({ ...workshop, ownerId: 'bob', name: 'f', original, settings })
  await expect(theirs).rejects.toMatchObject({ code: 'internal' })
})

test('an upload that comes in small and large pieces is kept as it was sent', async () => {
  const rows = Array.from({ length: 150_000 }, (_, row) => `${row},${(row * 7919) % 100_003}\n`).join('')
  const content = Buffer.from(`n,m\n${rows}`)
  const ends = [0, 1, 3, 70_003, 1_370_003, 1_370_006, content.byteLength]
  async function* sent() {
    for (const [index, end] of ends.entries()) yield content.subarray(ends[index - 1] ?? 0, end)
  }
  const upload = { ...workshop, ownerId: 'ann', name: 'f', format: 'csv', content: sent() } as const
  const { tables } = await ingestFile({ ...upload, keepsOriginal: true })
  const kept = await readFile(join(workshop.folder, tables[0]?.original?.file ?? ''))
  expect(zstdDecompressSync(kept).equals(content)).toBe(true)
  expect(tables[0]?.rowCount).toBe(150_000)
})

test('an upload over the limit leaves nothing, although it was being kept', async () => {
  const before = await readdir(workshop.folder, { recursive: true })
  async function* sent() {
    for (let piece = 0; piece < 3; piece++) yield Buffer.alloc(1_500_000, 'a,b\n')
  }
  const upload = { ...workshop, ownerId: 'ann', name: 'f', format: 'csv', content: sent() } as const
  await expect(ingestFile({ ...upload, keepsOriginal: true, maxBytes: 2_000_000 })).rejects.toMatchObject({
    code: 'too_large',
  })
  const after = await readdir(workshop.folder, { recursive: true })
  expect(after.toSorted()).toEqual([...new Set([...before, 'incoming'])].toSorted())
})

test('find_metadata tells the model what was assumed, within its bytes', async () => {
  const lines = Array.from({ length: 200 }, (_, index) => `place ${index};${index},5`).join('\n')
  const content = Buffer.from(`Rainfall of the year;\nplace;rain\n${lines}\n`)
  const { tables } = await ingestFile({ ...workshop, ownerId: 'ann', name: 'f', format: 'csv', content })
  const source: QueryableSource = { id: '1', name: 'f', kind: 'file', description: '', tables }
  const run = startRun(workshop, { ownerId: 'ann', sources: [source] })
  const answer = await run.call('find_metadata', { user_question: 'How much rain fell?' })
  const [table] = JSON.parse(answer.content).data
  expect(table.notes).toEqual(['One line above the table was left out: “Rainfall of the year”.'])
  expect(table.columns[1]).toMatchObject({
    name: 'rain',
    description: expect.stringContaining('read as numbers with a comma before the decimals'),
  })

  const noted = tables.map((table) => ({
    ...table,
    reading: {
      settings: {},
      chosen: [],
      notes: Array.from({ length: 300 }, () => ({ kind: 'mended' as const, text: 'x'.repeat(5000) })),
    },
  }))
  const many = startRun(workshop, { ownerId: 'ann', sources: [{ ...source, tables: noted }] })
  const { content: long } = await many.call('find_metadata', { user_question: 'How much rain fell?' })
  expect(JSON.parse(long).data[0].notes).toHaveLength(4)
  expect(Buffer.byteLength(long)).toBeLessThan(8192)
})

test('a column whose name SQL reserves says what the file calls it', async () => {
  const report = await reportOf('csv', 'When,what\n5,a\n6,b\n')
  const text = 'The name in the file, “When”, is a reserved word of SQL.'
  expect(report?.notes).toEqual([{ kind: 'header', column: 'When_2', text }])
})
