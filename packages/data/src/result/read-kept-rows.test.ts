import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { readKeptRows } from './read-kept-rows.ts'

const LONG = 'x'.repeat(300_000)

test.for([
  ['no rows', []],
  ['one row', [{ id: 1 }]],
  [
    'texts that look like the end of a row',
    Array.from({ length: 9 }, (_, id) => ({ id, text: `},{${LONG}},{"` })),
  ],
  [
    'lists of objects',
    Array.from({ length: 9 }, (_, id) => ({ id, list: [{ a: LONG }, { b: `},{` }, { c: id }] })),
  ],
  [
    'nested rows after plain ones',
    [{ id: 1, text: LONG }, { id: 2, text: LONG }, { id: 3, list: [{ a: LONG }, { b: 2 }] }, { id: 4 }],
  ],
  ['letters of several bytes', Array.from({ length: 40_000 }, (_, id) => ({ id, text: `größe ${id} 数` }))],
] as const)('reads back %s', async ([, rows]) => {
  const read: JsonObject[] = []
  for await (const piece of readKeptRows(Buffer.from(JSON.stringify(rows)))) read.push(...piece)
  expect(read).toEqual(rows)
})
