import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseExactly, recordsIn } from './json-envelope.ts'
import { scanDocument } from './scan-document.ts'
import { splitDocument } from './split-document.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-split-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function split(text: string, recordsPath?: string) {
  const path = join(folder, 'document.json')
  await writeFile(path, text)
  const files = await splitDocument(path, recordsPath)
  return (
    files &&
    Promise.all(
      files.map(async ({ name, path: keys, records, file }) => {
        const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
        expect(lines).toHaveLength(records)
        return { name, path: keys, records: lines.map((line) => parseExactly(line)) }
      }),
    )
  )
}

const json = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('record'), tie('array')),
  leaf: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constant(null),
    fc.constantFrom('{"a', '[\\"', '\n', '}]'),
  ),
  record: fc.dictionary(fc.constantFrom('a', 'b', 'type', 'features', 'say "no"', 'é\n'), tie('value'), {
    maxKeys: 4,
  }),
  array: fc.oneof(fc.array(tie('record'), { maxLength: 4 }), fc.array(tie('value'), { maxLength: 3 })),
}))

test('finds the tables of any document that the reader in memory finds, in pieces of any size', async () => {
  await fc.assert(
    fc.asyncProperty(json.record, fc.integer({ min: 0, max: 4 }), async (document, indent) => {
      const text = JSON.stringify(document, null, indent)
      const wanted = recordsIn(parseExactly(text) ?? null, undefined)
      const isOneRecord = wanted.length === 1 && wanted[0]?.path === '' && wanted[0].records.length === 1
      if (isOneRecord) await expect(split(text)).rejects.toThrow('holds no array of records')
      else expect(await split(text)).toEqual(wanted)
    }),
    { numRuns: 150, seed: 61 },
  )
})

test('gives the same bytes for pieces of one byte', () => {
  const text = '{"a":[{"x":"}]\\"","y":[1,{"z":2}]},\n{"x":1}],"b":[{},3],"type":"T"}'
  const scan = scanDocument(3)
  let found = ''
  for (const byte of Buffer.from(text))
    for (const { array, bytes } of scan.read(Uint8Array.of(byte)))
      if (array.path[0] === 'a') found += Buffer.from(bytes)
  expect(found).toBe('{"x":"}]\\"","y":[1,{"z":2}]}\n{"x":1}\n')
  expect(scan.state()).toEqual({ isWhole: true, hasMore: false, type: 'T' })
})

test('reads features of GeoJSON as records, and the records at a path that was named', async () => {
  const feature = '{"type":"Feature","id":7,"properties":{"n":9007199254740993},"geometry":null}'
  const [cities] = (await split(`{"features":[${feature}],"type":"FeatureCollection"}`)) ?? []
  expect(JSON.stringify(cities)).toBe(
    '{"name":null,"path":"","records":[{"n":9007199254740993,"id":7,"geometry":null}]}',
  )
  const [deep] = (await split('{"a":{"b":{"c":{"d":[{"n":1}]}}},"e":[{"n":2}]}', 'a.b.c.d')) ?? []
  expect(deep?.records).toEqual([{ n: 1 }])
  await expect(split('{"a":[{"n":1}]}', 'b')).rejects.toThrow('no records at "b"')
})

test.each([
  ['{"a":[{"n":1}', 'cut off before its end'],
  ['{"a":[{"n":1}}', 'brackets do not match'],
  ['{"a":[1,2],"b":{}}', 'holds no array of records'],
])('refuses %s with a sentence', async (text, sentence) => {
  await expect(split(text)).rejects.toThrow(sentence)
})

test('leaves several documents to the reader of lines', async () => {
  expect(await split('{"a":[{"n":1}]}\n{"a":[{"n":2}]}')).toBeNull()
})
