import type { JsonObject } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sceneOf } from '../testing/chart-scene.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'
import { createDataTools } from './create-data-tools.ts'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const SALES = "SELECT * FROM (VALUES ('north', 3), ('south', 5)) t(region, total)"
const TARGETS = "SELECT * FROM (VALUES ('north', 4.5), ('south', 4)) t(region, target)"
const X = { field: 'region', type: 'nominal' }
const SALES_VIEW = { mark: 'bar', encoding: { x: X, y: { field: 'total', type: 'quantitative' } } }
const TARGETS_VIEW = {
  data: { name: 'targets' },
  mark: 'tick',
  encoding: { x: X, y: { field: 'target', type: 'quantitative' } },
}

async function draw(sql_results: unknown, spec: object) {
  const run = startRun(workshop, { ownerId: 'ann', sources: [], chartTimeoutMs: 30_000 })
  await run.call('execute_sql', { generated_sql: SALES })
  await run.call('execute_sql', { generated_sql: TARGETS })
  const text = typeof sql_results === 'string' ? sql_results : JSON.stringify(sql_results)
  return run.call('create_graph', { sql_results: text, chart_spec: JSON.stringify(spec) })
}

function specOf({ data }: JsonObject) {
  return JSON.parse(String(data))
}

test('rows that the model wrote and no result holds are noted, for the model and the reader', async () => {
  const written = [
    { where: 'north', sum: '3' },
    { where: 'south', sum: 9 },
  ]
  const spec = { mark: 'bar', encoding: { x: { field: 'where' }, y: { field: 'sum', type: 'quantitative' } } }
  const { output, content } = await draw(written, spec)
  const note = expect.stringMatching(/Only 1 of the 2 is in a result of this run\./)
  expect(output.notes).toEqual([note])
  expect(JSON.parse(content).notes).toEqual([note])
  const copied = await draw([written[0], { where: 'south', sum: 5 }], spec)
  expect(copied.output).not.toHaveProperty('notes')
  const none = await draw([{ where: 'west', sum: 1 }], spec)
  expect(none.output.notes).toEqual([
    expect.stringMatching(/^The model wrote the row of this chart; it is in no result of this run\./),
  ])
})

describe('several results in one chart', () => {
  test('are the layers of a chart', async () => {
    const { status, output, content } = await draw(
      { sales: 1, targets: 2 },
      { layer: [SALES_VIEW, TARGETS_VIEW] },
    )
    expect([status, output.error]).toEqual(['ok', undefined])
    expect(specOf(output)).toMatchObject({
      data: { name: 'sales' },
      datasets: {
        sales: [
          { region: 'north', total: 3 },
          { region: 'south', total: 5 },
        ],
        targets: [
          { region: 'north', target: 4.5 },
          { region: 'south', target: 4 },
        ],
      },
    })
    expect(specOf(output)).toMatchObject({
      width: 600,
      layer: [
        { encoding: { x: { axis: { labelAngle: 0 } } } },
        { encoding: { x: { axis: { labelAngle: 0 } } } },
      ],
    })
    const { marks, scales } = await sceneOf(output)
    expect(marks).toEqual({ rect: 4 })
    expect(scales.y?.domain).toEqual([0, 5])
    expect(content).not.toContain('4.5')
  })

  test('are the parts of a concatenation, by step numbers alone', async () => {
    const { output } = await draw('[1, 2]', {
      hconcat: [SALES_VIEW, { ...TARGETS_VIEW, data: { name: 'step_2' } }],
    })
    expect(output.error).toBeUndefined()
    const { scales } = await sceneOf(output)
    expect(scales.concat_0_y?.domain).toEqual([0, 5])
    expect(scales.concat_1_y?.domain).toEqual([0, 4.5])
  })

  test('are joined by a lookup', async () => {
    const { output } = await draw(
      { sales: '1', targets: 'step 2' },
      {
        transform: [
          { lookup: 'region', from: { data: { name: 'targets' }, key: 'region', fields: ['target'] } },
          { calculate: 'datum.total - datum.target', as: 'difference' },
        ],
        mark: 'bar',
        encoding: { x: X, y: { field: 'difference', type: 'quantitative' } },
      },
    )
    expect(output.error).toBeUndefined()
    expect((await sceneOf(output)).scales.y?.domain).toEqual([-1.6, 1])
  })

  test('are a result and rows that the model sends', async () => {
    const { output } = await draw(
      { sales: 1, targets: [{ target: 4 }] },
      {
        layer: [
          SALES_VIEW,
          {
            data: { name: 'targets' },
            mark: 'rule',
            encoding: { y: { field: 'target', type: 'quantitative' } },
          },
        ],
      },
    )
    expect(output.error).toBeUndefined()
    expect((await sceneOf(output)).marks).toEqual({ rect: 2, rule: 1 })
  })

  test('keep the types of a column of the same name apart', async () => {
    const spec = {
      vconcat: [
        { mark: 'bar', encoding: { x: { field: 'd', type: 'temporal' } } },
        { data: { name: 'b' }, mark: 'bar', encoding: { x: { field: 'd', type: 'nominal' } } },
      ],
    }
    const { output } = await draw({ a: [{ d: '2024-03-01' }], b: [{ d: '2024-03-01' }] }, spec)
    expect(specOf(output).datasets).toEqual({ a: [{ d: '2024-03-01T00:00:00' }], b: [{ d: '2024-03-01' }] })
  })

  test.each([
    [
      'an unknown name',
      { sales: 1 },
      { layer: [SALES_VIEW, TARGETS_VIEW] },
      /No result in sql_results is called "targets"/,
    ],
    ['a step without rows', { sales: 1, targets: 9 }, SALES_VIEW, /^targets: Step 9 is no execute_sql call/],
    [
      'a field of the other result',
      { sales: 1, targets: 2 },
      { layer: [SALES_VIEW, { ...TARGETS_VIEW, encoding: { y: { field: 'total', type: 'quantitative' } } }] },
      /field "total" that is not among the columns/,
    ],
    ['no results', {}, SALES_VIEW, /Name between 1 and 10 results/],
    ['an empty result', { sales: 1, targets: [] }, SALES_VIEW, /The result "targets" has no rows/],
    [
      'rows inside a view',
      '1',
      { layer: [SALES_VIEW, { ...TARGETS_VIEW, data: { values: [{ region: 'north', target: 1 }] } }] },
      /Send them in sql_results under a name/,
    ],
    [
      'a lookup of a single result',
      '1',
      {
        ...SALES_VIEW,
        transform: [{ lookup: 'region', from: { data: { name: 'x' }, key: 'region', fields: ['total'] } }],
      },
      /A lookup needs two results/,
    ],
  ])('answers %s in a sentence', async (_what, sql_results, spec, message) => {
    const { status, output } = await draw(sql_results, spec)
    expect(status).toBe('error')
    expect(output.error).toMatch(message)
  })
})

describe('what sql_results took before', () => {
  test.each([
    ['a step number', '1'],
    ['a step in words', 'step 1'],
    ['the answer of execute_sql', JSON.stringify({ row_count: 2, rows: [{ region: 'x' }], step: 1 })],
    [
      'rows',
      JSON.stringify([
        { region: 'north', total: 3 },
        { region: 'south', total: 5 },
      ]),
    ],
  ])('is still %s', async (_what, sql_results) => {
    const { output } = await draw(sql_results, { data: { name: 'table' }, ...SALES_VIEW })
    expect(output.error).toBeUndefined()
    expect(specOf(output).data.values).toEqual([
      { region: 'north', total: 3 },
      { region: 'south', total: 5 },
    ])
    expect(specOf(output)).not.toHaveProperty('datasets')
  })
})

describe('a client whose calls stand alone', () => {
  test('names several results as rows, and reads of no steps', async () => {
    const [, , tool] = createDataTools({
      sources: [],
      sandbox: workshop.sandbox,
      folder: workshop.folder,
      ownerId: 'ann',
      isSingleCall: true,
      saveArtifact: async ({ name }) => name,
    })
    expect(tool?.description).not.toMatch(/step number/)
    const call = (sql_results: object, spec: object) =>
      tool?.call(
        { sql_results: JSON.stringify(sql_results), chart_spec: JSON.stringify(spec) },
        { stepId: 1, signal: new AbortController().signal, onProgress: () => undefined },
      )
    const rows = { sales: [{ region: 'a', total: 1 }], targets: [{ region: 'a', target: 2 }] }
    expect(await call(rows, { layer: [SALES_VIEW, TARGETS_VIEW] })).toMatchObject({ status: 'ok' })
    expect(await call({ sales: 1 }, SALES_VIEW)).toMatchObject({
      status: 'error',
      output: { error: expect.stringMatching(/^sales: Send sql_results as a JSON array/) },
    })
  })
})

describe('maps', () => {
  test.each([
    ['a column that says so', "'Feature' AS type, "],
    ['the columns of an uploaded GeoJSON file', ''],
  ])('draws features from %s', async (_what, type) => {
    const geometry = '{"type":"Polygon","coordinates":[[[0,0],[0,10],[10,10],[0,0]]]}'
    const run = startRun(workshop, { ownerId: 'ann', sources: [], chartTimeoutMs: 30_000 })
    await run.call('execute_sql', {
      generated_sql: `SELECT ${type}'${geometry}' AS geometry, 5 AS people, 'x' AS other`,
    })
    const { output } = await run.call('create_graph', {
      sql_results: '1',
      chart_spec: JSON.stringify({
        mark: 'geoshape',
        projection: { type: 'mercator' },
        encoding: { color: { field: 'people', type: 'quantitative' } },
      }),
    })
    expect(output.error).toBeUndefined()
    expect(specOf(output).data.values).toEqual([
      { type: 'Feature', geometry: JSON.parse(geometry), people: 5 },
    ])
    expect((await sceneOf(output)).marks).toEqual({ shape: 1 })
  })
})
