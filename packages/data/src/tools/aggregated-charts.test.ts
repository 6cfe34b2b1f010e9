import type { JsonObject } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { itemsOf } from '../testing/chart-items.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

// Charts of more rows than a chart takes, drawn from aggregates, beside bare Vega-Lite that draws all rows.

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const COUNT = 60_000
const ROWS = `SELECT
  CASE WHEN i % 17 = 0 THEN NULL ELSE chr(97 + ((i * 7) % 5)::INTEGER) END AS region,
  (i * i) % 3 AS kind,
  DATE '2019-11-30' + (i % 800)::INTEGER AS day,
  TIMESTAMP '2020-02-28 22:00:00' + INTERVAL 1 MINUTE * ((i * 37) % 5000) AS at,
  CASE WHEN i % 11 = 0 THEN NULL ELSE ((i * 7919) % 10007) / 7.0 - 300 END AS amount,
  ((i * 104729) % 9973 / 100.0)::DECIMAL(10, 2) AS price,
  (i * 31) % 977 AS pieces
  FROM range(${COUNT}) t(i)`

const size = { width: 300, height: 200 }
const quantitative = { type: 'quantitative' }
const region = { field: 'region', type: 'nominal', axis: { labelAngle: 0 } }
const month = { timeUnit: 'yearmonth', field: 'day', type: 'temporal' }
const byHeight = { ...region, sort: '-y' }
const mean = { aggregate: 'mean', field: 'pieces', ...quantitative }
const sum = { aggregate: 'sum', field: 'amount', ...quantitative }
const count = { aggregate: 'count', ...quantitative }

const POINTS = { mark: 'point', encoding: { y: mean } }

/** What create_graph answers about a statement. */
async function answer(spec: object, sql = ROWS) {
  const run = await resultOf(sql)
  return run.call('create_graph', { sql_results: '1', chart_spec: JSON.stringify(spec) })
}

/** A run whose first step is the statement. All charts of the statement are drawn in one run, because it takes long. */
const resultOf = oncePerStatement(async (sql) => {
  const run = startRun(workshop, {
    ownerId: 'ann',
    sources: [],
    sqlTimeoutMs: 60_000,
    chartTimeoutMs: 60_000,
  })
  const { output: read } = await run.call('execute_sql', { generated_sql: sql })
  expect(read.error).toBeUndefined()
  return run
})

async function drawnSpec(spec: object, sql = ROWS): Promise<JsonObject> {
  const { status, output } = await answer(spec, sql)
  expect([status, output.error]).toEqual(['ok', undefined])
  return JSON.parse(String(output.data))
}

/** All rows of a statement, as Vega reads them. */
const allRows = oncePerStatement(async (sql): Promise<JsonObject[]> => {
  const rows: JsonObject[] = []
  for (let start = 0; start < COUNT; start += COUNT / 4) {
    const part = `SELECT * FROM (${sql}) AS t LIMIT ${COUNT / 4} OFFSET ${start}`
    const limits = {
      timeoutMs: 60_000,
      preview: { rows: 0, bytes: 0 },
      kept: { rows: COUNT, bytes: 2 ** 23 },
    }
    const input = { sql: part, views: [], ...limits }
    const signal = new AbortController().signal
    const outcome = await workshop.sandbox.run('query', { ownerId: 'ann', input, signal })
    if (!outcome.ok) throw new Error(outcome.message)
    rows.push(...JSON.parse(new TextDecoder().decode(outcome.bytes)))
  }
  expect(rows).toHaveLength(COUNT)
  return rows.map((row) => ({ ...row, price: Number(row.price), day: `${row.day}T00:00:00` }))
})

/** Gives the first answer about a statement to all tests. A failure is not kept. */
function oncePerStatement<Answer>(ask: (sql: string) => Promise<Answer>): (sql: string) => Promise<Answer> {
  const answers = new Map<string, Answer>()
  return async (sql) => {
    const known = answers.get(sql) ?? (await ask(sql))
    answers.set(sql, known)
    return known
  }
}

async function expectSame(spec: object, sql = ROWS) {
  const sized = 'hconcat' in spec ? spec : { ...size, ...spec }
  const drawn = await drawnSpec(sized, sql)
  const bare = await itemsOf({ ...sized, data: { values: await allRows(sql) } })
  expect(await itemsOf(drawn)).toEqual(bare)
  return drawn
}

function valuesOf(spec: JsonObject): JsonObject[] {
  return Object(spec.data).values
}

describe('a chart that aggregates 60,000 rows is drawn as bare Vega-Lite draws it', () => {
  test.each<[string, object]>([
    ['counts of a category', { mark: 'bar', encoding: { x: region, y: count } }],
    [
      'sums by two columns, stacked',
      {
        mark: 'bar',
        encoding: { x: region, y: { ...sum, field: 'pieces' }, color: { field: 'kind', type: 'ordinal' } },
      },
    ],
    [
      'means of a decimal',
      { mark: 'point', encoding: { y: region, x: { aggregate: 'mean', field: 'price', ...quantitative } } },
    ],
    [
      'medians over weekdays',
      {
        mark: 'line',
        encoding: {
          x: { timeUnit: 'day', field: 'day', type: 'ordinal' },
          y: { aggregate: 'median', field: 'price', ...quantitative },
        },
      },
    ],
    [
      'the least and the most of one column',
      {
        mark: 'area',
        encoding: {
          x: month,
          y: { aggregate: 'min', field: 'amount', ...quantitative },
          y2: { aggregate: 'max', field: 'amount' },
        },
      },
    ],
    [
      'sums by quarter',
      { mark: 'bar', encoding: { x: { timeUnit: 'yearquarter', field: 'day', type: 'ordinal' }, y: sum } },
    ],
    [
      'means by hour of the day',
      {
        mark: 'line',
        encoding: {
          x: { timeUnit: 'hours', field: 'at', type: 'temporal' },
          y: { aggregate: 'average', field: 'amount', ...quantitative },
          color: { field: 'kind', type: 'nominal' },
        },
      },
    ],
    ['sums by single moments', { mark: 'line', encoding: { x: { field: 'at', type: 'temporal' }, y: sum } }],
    [
      'a histogram',
      { mark: 'bar', encoding: { x: { bin: true, field: 'amount', ...quantitative }, y: count } },
    ],
    [
      'a histogram with its own bins',
      { mark: 'bar', encoding: { x: { bin: { maxbins: 37 }, field: 'price', ...quantitative }, y: count } },
    ],
    [
      'a heat map of bins',
      {
        mark: 'rect',
        encoding: {
          x: { bin: { step: 200 }, field: 'amount', ...quantitative },
          y: { bin: true, field: 'pieces', ...quantitative },
          color: { aggregate: 'mean', field: 'price', ...quantitative },
        },
      },
    ],
    [
      'means of a column in its bins',
      {
        mark: 'point',
        encoding: {
          x: { bin: true, field: 'price', ...quantitative },
          y: { aggregate: 'mean', field: 'price', ...quantitative },
        },
      },
    ],
    ['counts in the order of their bars', { mark: 'bar', encoding: { x: byHeight, y: count } }],
    [
      'means in the order of sums',
      {
        mark: 'bar',
        encoding: {
          x: { ...region, sort: { field: 'pieces', op: 'sum', order: 'descending' } },
          y: { aggregate: 'mean', field: 'amount', ...quantitative },
        },
      },
    ],
    ['a pie', { mark: 'arc', encoding: { theta: count, color: { field: 'region', type: 'nominal' } } }],
    [
      'facets',
      { mark: 'bar', width: 120, encoding: { x: region, y: count, row: { field: 'kind', type: 'ordinal' } } },
    ],
    [
      'bars with their numbers',
      {
        layer: [{ mark: 'bar' }, { mark: 'text', encoding: { text: count } }],
        encoding: { x: region, y: count },
      },
    ],
    [
      'counts and means in two layers of one axis',
      { encoding: { x: region }, layer: [{ mark: 'bar', encoding: { y: count } }, POINTS] },
    ],
    [
      'counts with a title beside means without one',
      {
        encoding: { x: region },
        layer: [{ mark: 'bar', encoding: { y: { ...count, title: 'rows' } } }, POINTS],
      },
    ],
    ['one number of all rows', { mark: 'text', encoding: { text: { aggregate: 'sum', field: 'pieces' } } }],
    [
      'charts beside each other',
      {
        hconcat: [
          { ...size, mark: 'bar', encoding: { x: region, y: count } },
          { ...size, mark: 'point', encoding: { x: region, y: sum } },
        ],
      },
    ],
  ])('%s', { timeout: 120_000 }, async (_what, spec) => {
    expect(valuesOf(await expectSame(spec)).length).toBeLessThan(6000)
  })

  test('an ordered result whose rows of each category follow one another', { timeout: 120_000 }, async () => {
    const sql = `SELECT * FROM (${ROWS}) AS t ORDER BY region = 'c' DESC, region DESC NULLS LAST`
    const spec = await drawnSpec({ ...size, mark: 'bar', encoding: { x: region, y: count } }, sql)
    expect(Object(spec.encoding).x.sort).toBeNull()
    expect(valuesOf(spec).map((row) => row.region)).toEqual(['c', 'e', 'd', 'b', 'a', null])
  })

  test('an ordered result whose categories are mixed is alphabetical', { timeout: 120_000 }, async () => {
    const sql = `SELECT * FROM (${ROWS}) AS t ORDER BY price`
    await expectSame({ mark: 'bar', encoding: { x: region, y: count } }, sql)
  })
})

const REFUSED =
  'The result has 60,000 rows, and a chart takes at most 50,000; aggregate it in SQL, for example with GROUP BY, or sample it.'

describe('a chart of 60,000 rows that aggregates cannot replace is refused with its cure', () => {
  const x = { field: 'pieces', ...quantitative }
  test.each<[string, object]>([
    ['draws the rows', { mark: 'point', encoding: { x, y: { field: 'amount', ...quantitative } } }],
    [
      'filters first',
      { transform: [{ filter: 'datum.pieces > 5' }], mark: 'bar', encoding: { x: region, y: count } },
    ],
    ['is a box plot', { mark: 'boxplot', encoding: { x: region, y: { field: 'amount', ...quantitative } } }],
    [
      'has other groups in a layer',
      { encoding: { y: sum }, layer: [{ mark: 'bar', encoding: { x: region } }, { mark: 'rule' }] },
    ],
    [
      'orders groups of two columns by a mean',
      {
        mark: 'bar',
        encoding: {
          x: { ...region, sort: { field: 'amount', op: 'mean' } },
          y: sum,
          color: { field: 'kind', type: 'nominal' },
        },
      },
    ],
    [
      'uses another aggregate',
      { mark: 'bar', encoding: { x: region, y: { aggregate: 'stdev', field: 'amount', ...quantitative } } },
    ],
    [
      'bins times by week',
      { mark: 'bar', encoding: { x: { timeUnit: 'week', field: 'day', type: 'ordinal' }, y: count } },
    ],
    [
      'depends on a drawn value',
      {
        mark: 'bar',
        encoding: {
          x: region,
          y: count,
          color: { condition: { test: 'datum.region == "a"', value: 'red' }, value: 'blue' },
        },
      },
    ],
  ])('%s', { timeout: 60_000 }, async (_what, spec) => {
    const { status, output } = await answer(spec)
    expect([status, output.error]).toEqual(['error', REFUSED])
  })

  test('holds a number that is infinite', { timeout: 60_000 }, async () => {
    const sql = `SELECT region, CASE WHEN pieces = 5 THEN 'inf'::DOUBLE ELSE pieces END AS amount FROM (${ROWS}) AS t`
    const { output } = await answer({ mark: 'bar', encoding: { x: region, y: sum } }, sql)
    expect(output.error).toBe(REFUSED)
  })
})
