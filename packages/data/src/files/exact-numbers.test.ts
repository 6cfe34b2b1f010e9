import type { FileFormat } from '@parley/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestFile } from '../index.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

/** The rows of a file as a statement reads them. */
async function rowsOf(format: FileFormat, content: string | AsyncIterable<Uint8Array>) {
  const upload = { name: 'x', format, content: typeof content === 'string' ? Buffer.from(content) : content }
  const { tables } = await ingestFile({ ...workshop, ownerId: 'ann', ...upload })
  const source = { id: '1', name: 'x', kind: 'file', description: '', tables } as const
  const run = startRun(workshop, { ownerId: 'ann', sources: [source] })
  const { output } = await run.call('execute_sql', { generated_sql: 'SELECT * FROM x.x' })
  return { types: tables[0]?.columns.map(({ type }) => type), rows: output.rows }
}

const WEI = '123456789012345678901234567890'

test.each<[string, FileFormat, string, string[], object[]]>([
  ['a CSV', 'csv', `w\n${WEI}\n1\n`, ['DECIMAL(38,0)'], [{ w: WEI }, { w: '1' }]],
  ['lines of JSON', 'ndjson', `{"w":${WEI}}\n{"w":-1}\n`, ['DECIMAL(38,0)'], [{ w: WEI }, { w: '-1' }]],
  [
    'an envelope',
    'json',
    `{"result":{"items":[{"w":${WEI}},{"w":2}]}}`,
    ['DECIMAL(38,0)'],
    [{ w: WEI }, { w: '2' }],
  ],
])('integers beyond 64 bits stay exact in %s', async (_what, format, content, types, rows) => {
  expect(await rowsOf(format, content)).toEqual({ types, rows })
})

test('an identifier that a double would change comes out of an envelope as it went in', async () => {
  const { rows } = await rowsOf(
    'json',
    '{"data":{"rows":[{"id":9007199254740993},{"id":9223372036854775807}]}}',
  )
  expect(rows).toEqual([{ id: '9007199254740993' }, { id: '9223372036854775807' }])
})

test('a list of long numbers in an envelope is not read as a table', async () => {
  const { types } = await rowsOf(
    'json',
    '{"ids":[12345678901234567890,12345678901234567891],"rows":[{"a":1}]}',
  )
  expect(types).toEqual(['BIGINT'])
})

test('amounts with eighteen places stay exact, with as many places as there are', async () => {
  const { types, rows } = await rowsOf('csv', 'a,b\n1.000000000000000001,x\n2.5,y\n,z\n')
  expect(types).toEqual(['DECIMAL(38,18)', 'VARCHAR'])
  expect(rows).toEqual([
    { a: '1.000000000000000001', b: 'x' },
    { a: '2.500000000000000000', b: 'y' },
    { a: null, b: 'z' },
  ])
})

test('numbers that no decimal holds stay as they are written', async () => {
  const huge = `${WEI}${WEI}`
  expect(await rowsOf('csv', `n,m\n${huge},${WEI}.5\n1,1e300\n`)).toEqual({
    types: ['VARCHAR', 'VARCHAR'],
    rows: [
      { n: huge, m: `${WEI}.5` },
      { n: '1', m: '1e300' },
    ],
  })
})

test('numbers as a program prints its doubles stay doubles', async () => {
  const { types, rows } = await rowsOf(
    'csv',
    'a,b\n0.30000000000000004,9007199254740993\n-1.7976931348623157e308,1\n',
  )
  expect(types).toEqual(['DOUBLE', 'BIGINT'])
  expect(rows).toEqual([
    { a: 0.30000000000000004, b: '9007199254740993' },
    { a: -1.7976931348623157e308, b: 1 },
  ])
})

test('one long number late in the file makes its whole column a decimal', async () => {
  async function* pieces() {
    yield Buffer.from('n,d\n')
    for (let piece = 0; piece < 400; piece++) yield Buffer.from('1,0.5\n'.repeat(1000))
    yield Buffer.from(`${WEI},0.25\n`)
  }
  const { types } = await rowsOf('csv', pieces())
  expect(types).toEqual(['DECIMAL(38,0)', 'DOUBLE'])
})

test('sixty columns of measurements with all digits of a double are read', async () => {
  const places = Array.from({ length: 60 }, (_, index) => index)
  async function* pieces() {
    yield Buffer.from(`${places.map((place) => `m${place}`)}\n`)
    for (let row = 0; row < 10_000; row++)
      yield Buffer.from(`${places.map((place) => Math.sin(row + place / 7))}\n`)
  }
  const upload = { name: 'wide', format: 'csv', content: pieces() } as const
  const { tables } = await ingestFile({ ...workshop, ownerId: 'ann', ...upload })
  expect(tables[0]?.rowCount).toBe(10_000)
  expect(new Set(tables[0]?.columns.map(({ type }) => type))).toEqual(new Set(['DOUBLE']))
})
