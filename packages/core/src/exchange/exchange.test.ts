import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DefinitionFields } from '../definition/definition.ts'
import { readDefinitions } from './read-definitions.ts'
import { writeDefinitions } from './write-definitions.ts'

const NOTHING = {
  synonyms: [],
  text: '',
  expression: '',
  table: '',
  condition: '',
  dimensions: [],
  timeColumn: '',
  unit: '',
}
const REVENUE: DefinitionFields = {
  ...NOTHING,
  kind: 'metric',
  name: 'revenue',
  synonyms: ['turnover'],
  text: 'Without refunds.\nBefore tax.',
  expression: 'sum(total)',
  table: 'shop.orders',
  condition: "state <> 'open'",
  dimensions: [{ name: 'country' }, { name: 'month', expression: 'month(day)' }],
  timeColumn: 'month',
  unit: 'EUR',
}
const ACTIVE: DefinitionFields = {
  ...NOTHING,
  kind: 'term',
  name: 'active customer',
  expression: 'a > 1',
  table: 'shop.customers',
}
const HOW_MANY: DefinitionFields = {
  ...NOTHING,
  kind: 'question',
  name: 'How many?',
  expression: 'SELECT 1\nFROM shop.orders',
}

test('a table is a model with a dataset and metrics; dimensions and conditions of terms are fields; the rest stands in extensions', () => {
  expect(writeDefinitions([REVENUE, ACTIVE, HOW_MANY])).toBe(`version: 0.2.0.dev0
semantic_model:
  - name: shop_orders
    datasets:
      - name: shop_orders
        source: shop.orders
        fields:
          - name: country
            expression:
              dialects:
                - dialect: ANSI_SQL
                  expression: country
            dimension:
              is_time: false
          - name: month
            expression:
              dialects:
                - dialect: ANSI_SQL
                  expression: month(day)
            dimension:
              is_time: true
    metrics:
      - name: revenue
        expression:
          dialects:
            - dialect: ANSI_SQL
              expression: sum(total)
        description: |-
          Without refunds.
          Before tax.
        ai_context:
          synonyms:
            - turnover
        custom_extensions:
          - vendor_name: PARLEY
            data: |-
              {
                "kind": "metric",
                "condition": "state <> 'open'",
                "dimensions": [
                  "country",
                  "month"
                ],
                "time_column": "month",
                "unit": "EUR"
              }
  - name: shop_customers
    datasets:
      - name: shop_customers
        source: shop.customers
        fields:
          - name: active customer
            expression:
              dialects:
                - dialect: ANSI_SQL
                  expression: a > 1
            datatype: Boolean
            custom_extensions:
              - vendor_name: PARLEY
                data: |-
                  {
                    "kind": "condition"
                  }
  - name: parley_definitions
    datasets:
      - name: no_table
        source: no_table
        custom_extensions:
          - vendor_name: PARLEY
            data: |-
              {
                "kind": "nothing"
              }
    custom_extensions:
      - vendor_name: PARLEY
        data: |-
          {
            "kind": "question",
            "name": "How many?",
            "expression": "SELECT 1\\nFROM shop.orders"
          }
`)
})

test('metrics inside a dataset, and own metrics without a single dataset, are named', () => {
  const metric = (data: string) =>
    `{name: revenue, expression: {dialects: [{dialect: ANSI_SQL, expression: sum(a)}]}${data}}`
  const model = 'semantic_model:\n  - name: m\n    datasets:\n      - name: o\n        source: shop.orders\n'
  expect(readDefinitions(`${model}        metrics:\n          - ${metric('')}`).left).toEqual([
    { line: 7, reason: 'the metric revenue is left out: metrics stand beside the datasets of a model.' },
    { line: 4, reason: 'the dataset o gives no definition.' },
  ])
  const own = ', custom_extensions: [{vendor_name: PARLEY, data: \'{"kind":"metric"}\'}]'
  expect(() =>
    readDefinitions(`${model}      - name: p\n        source: shop.p\n    metrics:\n      - ${metric(own)}`),
  ).toThrow(/^Line 9: the metric revenue must stand in a model with one dataset\./)
})

const keyOf = ({ kind, name }: DefinitionFields) => `${kind} ${name}`
const byKey = (one: DefinitionFields, other: DefinitionFields) => (keyOf(one) < keyOf(other) ? -1 : 1)

/** Texts that YAML, JSON or the form could take for something else. */
const odd = fc.constantFrom(
  'true',
  'null',
  '1',
  '- a',
  'a: b',
  '"',
  "'",
  '#',
  '|',
  '{}',
  '<<',
  '\t',
  '\n',
  '\u0085',
  '\u2028',
  '\u0007',
  '😀',
  'é',
  ' ',
)
const text = fc
  .array(fc.oneof(odd, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 4 })
  .map((parts) => parts.join(''))
  .filter((value) => !value.includes('\u0000') && value.isWellFormed())
const filled = text.filter((value) => value.trim() !== '')
const sqlName = fc.constantFrom('a', 'B', 'revenue', '_c', 'd1')
const table = fc.oneof(fc.constantFrom('shop.orders', 'shop.customers', 'SELECT 1 AS a'), filled)
const synonyms = fc.array(filled, { maxLength: 3 })
const dimension = fc.oneof(fc.record({ name: sqlName }), fc.record({ name: sqlName, expression: filled }))
const metric = fc
  .record({
    name: sqlName,
    synonyms,
    text,
    expression: filled,
    table,
    condition: text,
    unit: text,
    dimensions: fc.uniqueArray(dimension, { maxLength: 3, selector: ({ name }) => name.toLowerCase() }),
    timeColumn: fc.constantFrom('', 'a', 'B'),
  })
  .map((fields): DefinitionFields => ({ kind: 'metric', ...fields }))
const term = fc
  .record({ name: fc.oneof(sqlName, filled), synonyms, text, expression: filled, table })
  .map((fields): DefinitionFields => ({ ...NOTHING, kind: 'term', ...fields }))
const bareTerm = fc
  .record({ name: filled, synonyms, text })
  .map((fields): DefinitionFields => ({ ...NOTHING, kind: 'term', ...fields }))
const question = fc
  .record({ name: filled, text, expression: filled })
  .map((fields): DefinitionFields => ({ ...NOTHING, kind: 'question', ...fields }))
const definitions = fc.uniqueArray(fc.oneof(metric, term, bareTerm, question), {
  maxLength: 12,
  selector: ({ kind, name }) => `${kind} ${name}`,
})

test('whatever is written is read again as it was, with nothing left', () => {
  fc.assert(
    fc.property(definitions, (written) => {
      const { definitions: read, left } = readDefinitions(writeDefinitions(written))
      expect(read.every(({ isOwn }) => isOwn)).toBe(true)
      expect(read.map(({ fields }) => fields).toSorted(byKey)).toEqual(written.toSorted(byKey))
      expect(left).toEqual([])
    }),
    { numRuns: 500 },
  )
})

const model = (inner: string) => `semantic_model:\n  - name: m\n${inner}`

test.each([
  ['no YAML', 'semantic_model: [', /^Line 1: /],
  ['a text', 'hello', /^Line 1: the document must be an object with semantic_model\.$/],
  ['a wrong type', model('    datasets: 3'), /^Line 3: semantic_model\.0\.datasets must be a list\.$/],
  [
    'a dataset without a source',
    model('    datasets:\n      - name: a\n'),
    /^Line 4: semantic_model\.0\.datasets\.0\.source must be a text\.$/,
  ],
  ['a key that stands twice', 'version: a\nversion: b', /^Line 2: the key version stands twice\.$/],
  ['a key that is a list', '[a]: 1', /^Line 1: keys must be texts\.$/],
  ['deep nesting', `a: ${'['.repeat(10_000)}`, /^Line 1: is nested too deep; at most 200 levels/],
  ['deep nesting on lines', '- '.repeat(10_000), /^Line 1: is nested too deep/],
  [
    'aliases that grow',
    [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'.split('').map((key, at) => `${key}: &${key} [${`*${'abcdefg'[at]},`.repeat(9)}]`),
    ].join('\n'),
    /aliases of the document cannot be resolved; at most 100 are read/,
  ],
  [
    'own data that are no JSON',
    model('    custom_extensions:\n      - vendor_name: PARLEY\n        data: "{"\n'),
    /^Line 4: data of PARLEY must be JSON\.$/,
  ],
  [
    'own data of another form',
    model('    custom_extensions:\n      - vendor_name: PARLEY\n        data: \'{"kind":"view"}\'\n'),
    /^Line 4: data of PARLEY: kind is missing or wrong\.$/,
  ],
  [
    'a definition that stands twice',
    model(
      `    custom_extensions:\n${'      - vendor_name: PARLEY\n        data: \'{"kind":"term","name":"a"}\'\n'.repeat(2)}`,
    ),
    /^Line 6: the term a stands in the document twice\.$/,
  ],
  [
    'a definition beyond its limits',
    model(
      `    custom_extensions:\n      - vendor_name: PARLEY\n        data: '{"kind":"term","name":"${'a'.repeat(4_001)}"}'\n`,
    ),
    /^Line 4: the term a+: name: /,
  ],
])('refuses %s with its line', (_what, document, message) => {
  expect(() => readDefinitions(document)).toThrow(message)
})

test('reads a document of another tool as far as it fits, and says what it leaves out', () => {
  const { definitions: read, left } = readDefinitions(`version: "1.0"
semantic_model:
  - name: shop
    ai_context: {instructions: Be kind.}
    datasets:
      - name: orders
        source: shop.orders
        primary_key: [id]
        fields:
          - {name: country, dimension: {}, expression: {dialects: [{dialect: ANSI_SQL, expression: country}]}}
          - name: day
            dimension: {is_time: true}
            expression: {dialects: [{dialect: ANSI_SQL, expression: "date(at)"}]}
          - {name: total, expression: {dialects: [{dialect: ANSI_SQL, expression: total}]}}
      - name: customers
        source: shop.customers
    relationships:
      - {name: who, from: orders, to: customers, from_columns: [customer], to_columns: [id]}
    metrics:
      - name: revenue
        description: All of it.
        ai_context: {synonyms: [turnover]}
        expression:
          - {dialect: ANSI_SQL, expression: "SUM(orders.total) || ' orders.x'"}
      - name: per_customer
        expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(orders.total) / COUNT(customers.id)}]}
      - {name: net revenue, expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(orders.total)}]}}
      - {name: cube, expression: {dialects: [{dialect: MDX, expression: "[Measures]"}]}}
`)
  expect(read).toEqual([
    {
      line: 20,
      isOwn: false,
      fields: {
        ...NOTHING,
        kind: 'metric',
        name: 'revenue',
        text: 'All of it.',
        synonyms: ['turnover'],
        expression: "SUM(total) || ' orders.x'",
        table: 'shop.orders',
        dimensions: [{ name: 'country' }, { name: 'day', expression: 'date(at)' }],
        timeColumn: 'day',
      },
    },
  ])
  expect(left.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '25: the metric per_customer is left out: it does not read exactly one dataset of the model.',
    '27: the metric net revenue is left out: its name is not a SQL name.',
    '28: the metric cube is left out: it has no expression in ANSI_SQL.',
    '15: the dataset customers gives no definition.',
    '18: the relationship who is left out; joins are found in the data.',
  ])
})
