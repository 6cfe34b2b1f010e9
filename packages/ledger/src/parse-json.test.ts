import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson, stringifyJson } from './index.ts'
import { parseTagged, stringifyTagged } from './tagged-json.ts'

test('keeps every digit of an integer', () => {
  expect(parseJson('{"amount":853000000000000001}')).toEqual({ amount: 853000000000000001n })
  expect(parseJson('18446744073709551615')).toBe(18446744073709551615n)
  expect(parseJson('[0,-0,-9223372036854775808]')).toEqual([0n, 0n, -9223372036854775808n])
})

test('reads an integer by its value, in every notation', () => {
  expect(parseJson('1e19')).toBe(10n ** 19n)
  expect(parseJson('1.25E+2')).toBe(125n)
  expect(parseJson('5.0')).toBe(5n)
  expect(parseJson('1200e-2')).toBe(12n)
  expect(parseJson('0.000e3')).toBe(0n)
})

test('leaves other numbers, and digits in strings, unchanged', () => {
  expect(parseJson('0.25')).toBe(0.25)
  expect(parseJson('-1.5e-3')).toBe(-0.0015)
  expect(parseJson('"853000000000000001"')).toBe('853000000000000001')
  expect(parseJson('{"0":true,"a":null}')).toEqual({ 0: true, a: null })
})

test('does not build integers far beyond 64 bits', () => {
  expect(parseJson('1e400')).toBe(Number.POSITIVE_INFINITY)
  expect(parseJson(`${'9'.repeat(41)}`)).toBe(1e41)
})

test('refuses text that is not JSON', () => {
  expect(() => parseJson('{"amount":01}')).toThrow(SyntaxError)
})

test('writes a bigint as an integer with all its digits, and reads it back', () => {
  const value = { big: 2n ** 64n - 1n, nested: [{ negative: -1n }], rate: 0.5, text: '1' }
  expect(stringifyJson(value)).toBe(
    '{"big":18446744073709551615,"nested":[{"negative":-1}],"rate":0.5,"text":"1"}',
  )
  expect(parseJson(stringifyJson(value))).toEqual(value)
})

describe('a runtime that hides the source text of numbers', () => {
  // `parseTagged` passes the text of each number to parseJson.
  const parse = (text: string) => parseTagged(text, parseJson)
  const outcome = (read: (text: string) => unknown, text: string) => {
    try {
      return { value: read(text) }
    } catch (error) {
      return error instanceof SyntaxError ? 'refused' : { error }
    }
  }

  test('reads and refuses the same texts as the native parser', () => {
    const pieces = fc.constantFrom(
      '"',
      '\\',
      ':',
      ',',
      '[',
      ']',
      '{',
      '}',
      '-',
      '1',
      '0',
      '.',
      'e',
      '#',
      '$',
      ' ',
      '\n',
    )
    const broken = fc.tuple(fc.json(), fc.nat(), pieces).map(([json, place, piece]) => {
      const cut = place % (json.length + 1)
      return json.slice(0, cut) + piece + json.slice(cut + (place % 2))
    })
    const noise = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''))
    const text = fc.oneof(fc.json(), broken, noise)
    fc.assert(
      fc.property(text, (some) => {
        expect(outcome(parse, some)).toEqual(outcome(parseJson, some))
      }),
      { numRuns: 5000 },
    )
  })

  test('writes the same text as the native serializer', () => {
    const leaf = fc.oneof(fc.bigInt(), fc.string(), fc.constantFrom('#1', '$', '"#1"', '":'), fc.double())
    const key = fc.oneof(fc.string(), fc.constantFrom('#', '$', '"', '__proto__'))
    const value = fc.oneof(leaf, fc.array(leaf), fc.dictionary(key, fc.oneof(leaf, fc.array(leaf))))
    fc.assert(
      fc.property(value, (some) => {
        expect(stringifyTagged(some)).toBe(stringifyJson(some))
      }),
      { numRuns: 2000 },
    )
  })

  test('reads a text of a megabyte', () => {
    const long = '\\n"x'.repeat(250_000)
    expect(parse(JSON.stringify({ [long]: long }))).toEqual({ [long]: long })
  })
})
