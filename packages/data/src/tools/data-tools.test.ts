import { DuckDBInstance } from '@duckdb/node-api'
import type { QueryableSource } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  answerOf,
  connectSamples,
  openWorkshop,
  startRun,
  type ToolRun,
  type Workshop,
} from '../testing/workshop.ts'
import { drawPicture } from './draw-picture.ts'

let workshop: Workshop
let sources: QueryableSource[]
let run: ToolRun

beforeAll(async () => {
  workshop = await openWorkshop()
  const names = ['seattle_weather', 'movies', 'stocks', 'flights', 'airports']
  sources = await connectSamples(workshop, { ownerId: 'ann', names })
  run = startRun(workshop, { ownerId: 'ann', sources })
})
afterAll(() => workshop.close())

const BY_MONTH =
  'SELECT month(date) AS month, avg(temp_max) AS temp FROM seattle_weather.seattle_weather GROUP BY 1 ORDER BY 1'

function lineOf(x: string, y: string): string {
  const encoding = { x: { field: x, type: 'ordinal', title: 'Month' }, y: { field: y, type: 'quantitative' } }
  return JSON.stringify({ title: 'Warmth by month', mark: 'line', encoding })
}

describe('find_metadata', () => {
  test('returns the table of the question first, with its SQL name, dialect and columns', async () => {
    const user_question = 'What was the average maximum temperature in Seattle by month?'
    const { status, output, content } = await run.call('find_metadata', { user_question })
    expect(status).toBe('ok')
    expect(output.data).toMatchObject({ 0: { source: 'seattle_weather' } })
    const [first] = JSON.parse(content).data
    expect(first).toMatchObject({
      table: 'seattle_weather.seattle_weather',
      dialect: 'duckdb',
      row_count: 1461,
      keys: [],
    })
    expect(first.columns).toContainEqual({
      name: 'temp_max',
      type: 'DOUBLE',
      description: 'Highest temperature of the day in degrees Celsius.',
      samples: ['-1.6', '35.6'],
    })
    expect(content.length).toBeLessThan(9000)
  })

  test('finds a table by a value that occurs in it', async () => {
    const { output } = await run.call('find_metadata', { user_question: 'How did AAPL do?' })
    expect(output.data).toMatchObject({ 0: { source: 'stocks' } })
  })

  test('returns the first tables when no word fits, and says when no source is connected', async () => {
    const { output } = await run.call('find_metadata', { user_question: 'Überraschung!' })
    expect(output.data).toHaveLength(5)
    const empty = startRun(workshop, { ownerId: 'bob', sources: [] })
    const answer = await empty.call('find_metadata', { user_question: 'anything?' })
    expect(answer.output).toEqual({ data: [] })
    expect(answer.content).toContain('No data source is connected')
  })
})

describe('execute_sql', () => {
  test('returns the same rows as plain DuckDB', async () => {
    const { status, output } = await run.call('execute_sql', { generated_sql: BY_MONTH })
    expect(status).toBe('ok')
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    const file = new URL('../../node_modules/vega-datasets/data/seattle-weather.csv', import.meta.url)
      .pathname
    const plain = await connection.runAndReadAll(
      BY_MONTH.replace('seattle_weather.seattle_weather', `read_csv('${file}')`),
    )
    const expected = plain.getRowObjectsJson().map((row) => ({ month: Number(row.month), temp: row.temp }))
    expect(answerOf(output)).toEqual({ row_count: 12, rows: expected })
  })

  test('joins tables of two sources and notes which table a bare name means', async () => {
    const generated_sql = `SELECT a.state, count(*) AS flights FROM flights.flights f
      JOIN airports a ON a.iata = f.origin GROUP BY 1 ORDER BY 2 DESC LIMIT 1`
    const { output } = await run.call('execute_sql', { generated_sql })
    expect(answerOf(output)).toEqual({
      row_count: 1,
      rows: [{ state: 'TX', flights: 245 }],
      notes: ['airports was read from airports.airports.'],
    })
  })

  test('returns the order of columns whose headings are whole numbers', async () => {
    const generated_sql = `SELECT state, 1 AS "2015", 2 AS "2014" FROM airports.airports ORDER BY state LIMIT 1`
    const { output, content } = await run.call('execute_sql', { generated_sql })
    expect(output.columns).toEqual(['state', '2015', '2014'])
    expect(content).toContain('"columns":["state","2015","2014"]')
  })

  test('finds its tables among hundreds of others', async () => {
    const [movies] = sources.filter(({ name }) => name === 'movies')
    const table = movies?.tables[0]
    if (!table) throw new Error('There are no movies')
    const others = Array.from({ length: 300 }, (_, index) => ({ ...table, name: `copy_${index}` }))
    const many = { id: 'many', name: 'many', kind: 'file', description: '', tables: others } as const
    const large = startRun(workshop, { ownerId: 'ann', sources: [...sources, many] })
    for (const name of ['many.copy_7', 'COPY_299', '"many"."copy_0"', 'movies']) {
      const generated_sql = `SELECT count(*) AS n FROM ${name}`
      const { output } = await large.call('execute_sql', { generated_sql })
      expect(answerOf(output)).toEqual({ row_count: 1, rows: [{ n: 3201 }] })
    }
  })

  test('shows the first rows of a long result, counts all and names the step', async () => {
    const { status, output, content } = await run.call('execute_sql', {
      generated_sql: 'SELECT Title FROM movies',
    })
    expect(status).toBe('ok')
    expect(output).toMatchObject({ row_count: 3201, truncated: true })
    expect(output.rows).toHaveLength(200)
    expect(JSON.parse(content)).toMatchObject({ row_count: 3201, truncated: true, step: expect.any(Number) })
  })

  test.each([
    ['an unknown column', 'SELECT temp FROM seattle_weather', 'error', /no column "temp".*temp_max/],
    [
      'an unknown column of a table',
      'SELECT m.Titel FROM movies m',
      'error',
      /no column "Titel" in m; .*Title/,
    ],
    [
      'an unknown table',
      'SELECT * FROM film.moviess',
      'error',
      /no table .*moviess; did you mean movies\.movies/,
    ],
    ['a syntax error', 'SELEC 1', 'error', /syntax error at or near "SELEC"/],
    ['a wrong cast', "SELECT 'x'::INT", 'error', /Could not convert string 'x' to INT32/],
    ['two statements', 'SELECT 1; SELECT 2', 'refused', /exactly one SELECT/],
    ['no statement', '-- nothing', 'refused', /no SQL statement/],
    ['a pivot without values', 'PIVOT stocks ON symbol USING sum(price)', 'refused', /ON column IN \(value/],
    ['a thousand sums', `SELECT ${'1 + '.repeat(2000)}1`, 'error', /^The statement is nested too deep/],
    ['a write', 'DROP VIEW movies.movies', 'refused', /Only SELECT/],
    ['a file', "SELECT * FROM read_text('/etc/passwd')", 'refused', /only the connected tables/],
  ])('answers %s in a sentence', async (_what, generated_sql, status, message) => {
    const result = await run.call('execute_sql', { generated_sql })
    expect(result).toMatchObject({ status, output: { error: expect.stringMatching(message) } })
    expect(result.content).toBe(result.output.error)
  })

  test('says how to read a column of text as numbers when a statement adds it up', async () => {
    const generated_sql = 'SELECT sum("Title") AS n FROM movies.movies'
    const { status, content } = await run.call('execute_sql', { generated_sql })
    expect(status).toBe('error')
    expect(content).toBe(
      'The column in sum(…) is text, so it has no sum; write TRY_CAST(x AS DOUBLE), which is NULL for a text that is no number.',
    )
  })

  test('runs a PIVOT with named values', async () => {
    const generated_sql = `PIVOT (SELECT symbol, year(date) AS year FROM stocks) ON symbol IN ('AAPL', 'MSFT')
      USING count(*) ORDER BY year`
    const { status, output } = await run.call('execute_sql', { generated_sql })
    expect({ status, error: output.error }).toEqual({ status: 'ok', error: undefined })
    expect(output).toMatchObject({ rows: { 0: { AAPL: 12, MSFT: 12 } } })
  })

  test('stops a statement at its deadline', async () => {
    const short = startRun(workshop, { ownerId: 'ann', sources, sqlTimeoutMs: 300 })
    const result = await short.call('execute_sql', {
      generated_sql: 'SELECT count(*) FROM range(100000000000)',
    })
    expect(result).toMatchObject({
      status: 'timeout',
      output: { error: expect.stringContaining('0.3 seconds') },
    })
  })

  test("does not read another user's files, even with a wrong record", async () => {
    const stolen = startRun(workshop, { ownerId: 'eve', sources })
    await expect(stolen.call('execute_sql', { generated_sql: 'SELECT * FROM movies' })).rejects.toMatchObject(
      {
        code: 'internal',
      },
    )
  })
})

describe('create_graph', () => {
  test('draws the rows of an earlier step: a picture, a script and the spec', async () => {
    const graph = startRun(workshop, { ownerId: 'ann', sources })
    await graph.call('execute_sql', { generated_sql: BY_MONTH })
    const { status, output, content } = await graph.call('create_graph', {
      sql_results: '1',
      chart_spec: lineOf('month', 'temp'),
    })
    expect(status).toBe('ok')
    expect(output.artifacts).toEqual([
      'artifacts/test/warmth-by-month.png',
      'artifacts/test/warmth-by-month.mjs',
    ])
    const spec = JSON.parse(String(output.data))
    expect(spec.data.values).toHaveLength(12)
    expect(spec).toMatchObject({ mark: 'line', encoding: { x: { field: 'month', title: 'Month' } } })
    const [picture, script] = graph.saved
    expect(picture?.source).toBe('drawing')
    const drawing = picture?.bytes ?? Buffer.alloc(0)
    const png = await drawPicture(workshop.sandbox, { ownerId: 'ann', drawing })
    expect(Buffer.from(png).subarray(1, 4).toString()).toBe('PNG')
    expect(Buffer.from(script?.bytes ?? []).toString()).toContain('export function render(element)')
    expect(JSON.parse(content).artifacts).toEqual(output.artifacts)
    expect(content).not.toContain('values')
  })

  test('draws rows that the model sends', async () => {
    const rows = JSON.stringify([
      { month: 1, temp: '3.5' },
      { month: 2, temp: '4.5' },
    ])
    const { output } = await run.call('create_graph', {
      sql_results: rows,
      chart_spec: lineOf('month', 'temp'),
    })
    expect(JSON.parse(String(output.data)).data.values).toEqual([
      { month: 1, temp: 3.5 },
      { month: 2, temp: 4.5 },
    ])
  })

  test('reads dates without a shift of the time zone, and years as years', async () => {
    const graph = startRun(workshop, { ownerId: 'ann', sources })
    await graph.call('execute_sql', {
      generated_sql: "SELECT DATE '2024-03-01' AS d, 2024 AS y, 1.50::DECIMAL(9,2) AS v",
    })
    const chart_spec = JSON.stringify({
      mark: 'point',
      encoding: { x: { field: 'd' }, y: { field: 'v' }, color: { field: 'y', type: 'temporal' } },
    })
    const { output } = await graph.call('create_graph', { sql_results: 'step 1', chart_spec })
    const spec = JSON.parse(String(output.data))
    expect(spec.data.values).toEqual([{ d: '2024-03-01T00:00:00', y: '2024-01-01T00:00:00', v: 1.5 }])
    expect(spec.encoding).toMatchObject({ x: { type: 'temporal' }, y: { type: 'quantitative' } })
  })

  const ROWS = '[{"month":1,"temp":3.5,"name":"a"}]'
  const point = (encoding: object) => JSON.stringify({ mark: 'point', encoding })

  test.each([
    ['a step without rows', '99', lineOf('month', 'temp'), /Step 99 is no execute_sql call/],
    ['invalid rows', 'rows', lineOf('month', 'temp'), /sql_results must be the step number/],
    ['no rows', '[]', lineOf('month', 'temp'), /no rows to draw/],
    ['a spec that is not JSON', ROWS, 'plot it', /not a JSON object/],
    ['an unknown field', ROWS, lineOf('mnth', 'temp'), /field "mnth".*did you mean month/],
    [
      'an unknown field in a filter',
      ROWS,
      JSON.stringify({
        mark: 'point',
        transform: [{ filter: 'datum.tmp > 1' }],
        encoding: { y: { field: 'temp', type: 'quantitative' } },
      }),
      /field "tmp"/,
    ],
    ['an unknown mark', ROWS, JSON.stringify({ mark: 'lines', encoding: {} }), /mark must be one of .*line/],
    [
      'an unknown type',
      ROWS,
      point({ x: { field: 'month', type: 'number' } }),
      /encoding.x.type must be one of quantitative, ordinal, temporal, nominal/,
    ],
    [
      'an unknown property',
      ROWS,
      point({ x: { field: 'month', type: 'ordinal', titel: 'x' } }),
      /"titel" that is not allowed there/,
    ],
    [
      'text as numbers',
      ROWS,
      point({ y: { field: 'name', type: 'quantitative' } }),
      /"name" is drawn as quantitative but holds text such as "a"/,
    ],
    [
      'an empty picture',
      ROWS,
      JSON.stringify({
        mark: 'point',
        transform: [{ filter: 'datum.temp > 100' }],
        encoding: { y: { field: 'temp', type: 'quantitative' } },
      }),
      /chart would be empty/,
    ],
  ])('answers %s in a sentence', async (_what, sql_results, chart_spec, message) => {
    const result = await run.call('create_graph', { sql_results, chart_spec })
    expect(result).toMatchObject({ status: 'error', output: { error: expect.stringMatching(message) } })
  })
})
