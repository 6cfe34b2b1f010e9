import { LIMITS } from '@parley/contract'

/** A generator of values that are large, deep, repetitive or malformed; `seed` varies them. */
type Hostile = (seed: number) => unknown

const large = LIMITS.bodyBytes - 4_096

function nest(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = wrap(value)
  return value
}

/** Statements, names and patterns that are slow for a parser whose time is not linear. */
const TEXTS: readonly string[] = [
  'WITH a(a(a(',
  'SELECT (',
  "'",
  '$$',
  '/*',
  '--\n',
  '"a".',
  'a,',
  'a AND ',
  'CASE WHEN ',
  '((',
  '[[',
  '{"a":',
  '\\',
  '%s',
  '../',
  'é\u0301',
  '\u0000',
  '\ud800',
  '<think>',
  '```',
  'aaaaaaaaaaaaaaaaaaaaab',
  '1e',
  '😀',
  '\u202e',
  ' ',
]

/** Hostile values by their purpose. */
export const HOSTILE_VALUES: Readonly<Record<string, Hostile>> = {
  'long text': (seed) => repeat(TEXTS[seed % TEXTS.length] ?? 'a', 200_000),
  'longest text': (seed) => repeat(TEXTS[seed % TEXTS.length] ?? 'a', large),
  'text at a usual limit': (seed) => repeat(TEXTS[seed % TEXTS.length] ?? 'a', 4_000),
  'deep array': (seed) => nest(10 ** (1 + (seed % 3)), (inner) => [inner]),
  'deep object': (seed) => nest(10 ** (1 + (seed % 3)), (inner) => ({ a: inner })),
  'many items': (seed) => Array.from({ length: 5_000 }, (_, index) => (seed % 2 ? index : { a: index })),
  'many keys': (seed) =>
    Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`key_${seed}_${index}`, index])),
  'branching schema': (seed) => ({
    type: 'object',
    anyOf: Array.from({ length: 500 }, (_, index) => ({ const: `${seed}-${index}` })),
    properties: { a: { allOf: Array.from({ length: 500 }, () => ({ pattern: '(a+)+$' })) } },
  }),
  'prototype keys': () => JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}'),
  numbers: (seed) => [0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -1e-308][seed % 7],
  'wrong types': (seed) => [null, true, [], {}, '', '1', -1][seed % 7],
  nothing: () => undefined,
}

function repeat(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
}
