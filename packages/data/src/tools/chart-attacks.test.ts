import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkshop, startRun, type ToolRun, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
let run: ToolRun
/** A short time limit for charts that would never end. */
let hurried: ToolRun
let server: Server
let visits = 0

beforeAll(async () => {
  workshop = await openWorkshop()
  run = startRun(workshop, { ownerId: 'mallory', sources: [], chartTimeoutMs: 20_000 })
  hurried = startRun(workshop, { ownerId: 'mallory', sources: [], chartTimeoutMs: 1500 })
  server = createServer((_request, response) => {
    visits++
    response.end('[{"a":1,"b":2}]')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.close()
  await workshop.close()
})

const ROWS = JSON.stringify(
  Array.from({ length: 20 }, (_, index) => ({ a: index, b: index * index, c: `c${index % 4}` })),
)
const XY = { x: { field: 'a', type: 'quantitative' }, y: { field: 'b', type: 'quantitative' } }
const point = (extra: object) => ({ mark: 'point', encoding: XY, ...extra })
const calculate = (expression: string) => point({ transform: [{ calculate: expression, as: 'z' }] })

/** {url} is an address on this machine that counts its requests. */
const REACHING: [string, object][] = [
  ['data by address', point({ data: { url: '{url}' } })],
  ['data by file', point({ data: { url: 'file:///etc/passwd', format: { type: 'csv' } } })],
  ['data by path', point({ data: { url: '/etc/passwd' } })],
  ['data in a layer', { layer: [{ ...point({}), data: { url: '{url}' } }] }],
  ['data deep in a concat', { hconcat: [{ vconcat: [{ ...point({}), data: { url: '{url}' } }] }] }],
  [
    'a lookup',
    point({ transform: [{ lookup: 'a', from: { data: { url: '{url}' }, key: 'a', fields: ['b'] } }] }),
  ],
  [
    'a lookup in its own data',
    point({ transform: [{ lookup: 'a', from: { data: { values: [{ a: 1 }] }, key: 'a', fields: ['b'] } }] }),
  ],
  ['a picture', { mark: { type: 'image', url: '{url}' }, encoding: XY }],
  ['a picture by channel', { mark: 'image', encoding: { ...XY, url: { field: 'c' } } }],
  ['a picture by value', { mark: 'image', encoding: { ...XY, url: { value: '/etc/passwd' } } }],
  ['a picture in a layer', { layer: [{ mark: 'image', encoding: XY }] }],
  ['a link', { mark: { type: 'point', href: '{url}' }, encoding: XY }],
  ['a link by channel', { mark: 'point', encoding: { ...XY, href: { value: 'javascript:alert(1)' } } }],
  ['a link in the config', point({ config: { mark: { href: '{url}' } } })],
  [
    'a generated sequence',
    {
      data: { sequence: { start: 0, stop: 1e9 } },
      mark: 'point',
      encoding: { x: { field: 'data', type: 'quantitative' } },
    },
  ],
  ['a sequence in an expression', calculate('length(sequence(0, 1e9))')],
  ['a sphere', { data: { sphere: true }, mark: 'geoshape' }],
  ['a prototype', JSON.parse('{"mark":"point","encoding":{"__proto__":{"polluted":true}}}')],
]

/** Each must be refused, or drawn without any effect besides the picture. */
const ESCAPES: [string, object][] = [
  ['a constructor', calculate("''.constructor.constructor('return process')()")],
  ['a constructor by brackets', calculate("datum['constructor']['constructor']('return this')()")],
  [
    'a constructor through a name in parts',
    calculate("''['con' + 'structor']['con' + 'structor']('return 1')()"),
  ],
  ['a global', calculate('globalThis.process.exit(1)')],
  ['an import', calculate("import('node:fs')")],
  ['require', calculate("require('node:fs').readFileSync('/etc/passwd')")],
  ['an arrow function', calculate('(() => 1)()')],
  ['a template', calculate('`text`')],
  ['assignment', calculate('datum.a = 1')],
  [
    'an event handler',
    point({ params: [{ name: 'p', value: 1, bind: { input: 'range', element: 'body' } }] }),
  ],
  ['a signal of the view', calculate('event.view.constructor')],
  [
    'a tooltip with markup',
    {
      mark: { type: 'point', tooltip: { content: 'data' } },
      encoding: { ...XY, tooltip: { value: '<img src=x onerror=alert(1)>' } },
    },
  ],
  ['text with markup', { mark: 'text', encoding: { ...XY, text: { value: '<script>alert(1)</script>' } } }],
  ['a title with markup', point({ title: '</text><image href="file:///etc/passwd"/>' })],
  ['a font from somewhere', point({ config: { font: "x; background: url('{url}')" } })],
  [
    'a path that is no path',
    { mark: { type: 'point', shape: 'M0,0"/><image href="/etc/passwd"/>' }, encoding: XY },
  ],
  [
    'a gradient',
    {
      mark: { type: 'bar', color: { gradient: 'linear', stops: [{ offset: 0, color: "url('{url}')" }] } },
      encoding: XY,
    },
  ],
  ['a stroke by address', { mark: { type: 'point', stroke: 'url({url})' }, encoding: XY }],
  [
    'a locale',
    point({
      config: { locale: { number: { decimal: '.', thousands: ',', grouping: [3], currency: ['$', ''] } } },
    }),
  ],
  ['hosting settings', point({ usermeta: { embedOptions: { loader: { http: {} } } } })],
]

const BOMBS: [string, object][] = [
  ['a huge width', point({ width: 1_000_000 })],
  ['a huge height', point({ height: 1e9 })],
  ['a negative size', point({ width: -5 })],
  [
    'a huge step',
    { mark: 'bar', width: { step: 100_000 }, encoding: { x: { field: 'c', type: 'nominal' }, y: XY.y } },
  ],
  [
    'narrow bins',
    {
      mark: 'bar',
      encoding: { x: { field: 'b', bin: { step: 1e-7 }, type: 'quantitative' }, y: { aggregate: 'count' } },
    },
  ],
  [
    'many bins',
    {
      mark: 'bar',
      encoding: { x: { field: 'b', bin: { maxbins: 1e9 }, type: 'quantitative' }, y: { aggregate: 'count' } },
    },
  ],
  [
    'a fine density',
    {
      mark: 'area',
      transform: [{ density: 'b', steps: 100_000_000 }],
      encoding: {
        x: { field: 'value', type: 'quantitative' },
        y: { field: 'density', type: 'quantitative' },
      },
    },
  ],
  ['an expensive pattern', calculate("test(regexp('^(a+)+$'), 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')")],
  ['repeated text', calculate("pad('x', 1e9, 'y')")],
  [
    'many ticks',
    {
      mark: 'point',
      encoding: { x: { field: 'a', type: 'quantitative', axis: { tickCount: 1e8 } }, y: XY.y },
    },
  ],
  [
    'ticks by value',
    {
      mark: 'point',
      encoding: {
        x: { field: 'a', type: 'quantitative', axis: { values: { expr: 'sequence(0, 1e8)' } } },
        y: XY.y,
      },
    },
  ],
  [
    'imputed rows',
    {
      mark: 'line',
      encoding: { ...XY, y: { ...XY.y, impute: { value: 0, keyvals: { start: 0, stop: 1e9 } } } },
    },
  ],
  ['a wide padding', point({ padding: 1e8 })],
  ['a huge point', { mark: { type: 'point', size: 1e12 }, encoding: XY }],
  ['a huge font', point({ title: { text: 'x', fontSize: 1e7 } })],
  ['a long title', point({ title: 'x'.repeat(90_000) })],
  ['many columns of facets', { facet: { field: 'a', type: 'nominal' }, columns: 1e9, spec: point({}) }],
  [
    'facets of facets',
    {
      facet: { field: 'a', type: 'nominal' },
      spec: {
        facet: { field: 'b', type: 'nominal' },
        spec: { mark: 'point', width: 2000, height: 2000, encoding: XY },
      },
    },
  ],
  ['many layers', { layer: Array.from({ length: 1500 }, () => ({ mark: 'point', encoding: XY })) }],
  [
    'repeats of repeats',
    {
      repeat: { row: Array(100).fill('a'), column: Array(100).fill('b') },
      spec: {
        mark: 'point',
        encoding: {
          x: { field: { repeat: 'column' }, type: 'quantitative' },
          y: { field: { repeat: 'row' }, type: 'quantitative' },
        },
      },
    },
  ],
  [
    'a force of numbers',
    point({
      transform: [
        { window: Array.from({ length: 3000 }, (_, index) => ({ op: 'row_number', as: `w${index}` })) },
      ],
    }),
  ],
]

async function attack(spec: object, { rows = ROWS, by = run } = {}) {
  const { port } = server.address() as { port: number }
  const chart_spec = JSON.stringify(spec).replaceAll('{url}', `http://127.0.0.1:${port}/x.json`)
  const result = await by.call('create_graph', { sql_results: rows, chart_spec })
  expect(visits).toBe(0)
  expect(JSON.stringify(result.output)).not.toContain('root:')
  return result
}

describe('refuses what reaches out', () => {
  test.each(REACHING)('%s', async (_what, spec) => {
    const { status, output } = await attack(spec)
    expect(status).toBe('refused')
    expect(output.error).toMatch(/^[A-Z].*\.$/)
  })
})

describe('stays inside the interpreter', () => {
  test.each(ESCAPES)('%s', async (_what, spec) => {
    const { status } = await attack(spec)
    expect(['ok', 'error', 'refused']).toContain(status)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})

describe('ends in time, and the next chart is drawn', () => {
  test.each(BOMBS)('%s', async (_what, spec) => {
    const { output } = await attack(spec, { by: hurried })
    expect(String(output.error ?? '')).not.toMatch(/\/(tmp|home|node_modules)\//)
    const next = await attack(point({}))
    expect(next.status).toBe('ok')
  })
})

describe('hostile rows', () => {
  const many = (count: number) => JSON.stringify(Array.from({ length: count }, (_, a) => ({ a, b: a })))

  test.each([
    ['too many for single marks', many(50_001), point({}), /50001 rows and at most 50000/],
    ['nested deep', '['.repeat(100_000) + ']'.repeat(100_000), point({}), /nested too deep/],
    ['no rows at all', '[true,"x"]', point({}), /JSON array of row objects/],
    ['numbers, which are steps', '[1,2,3]', point({}), /step_1: There is no result yet; call execute_sql/],
    ['a map of rows without geometry', many(3), { mark: 'geoshape' }, /A map needs rows that are GeoJSON/],
  ])('%s', async (_what, rows, spec, message) => {
    const { output } = await attack(spec, { rows })
    expect(output.error).toMatch(message)
  })

  test('a column called __proto__ stays a column', async () => {
    const rows = '[{"__proto__":{"polluted":1},"a":1,"b":2}]'
    const { status, output } = await attack(
      point({ mark: { type: 'point', tooltip: { content: 'data' } } }),
      {
        rows,
      },
    )
    expect(status).toBe('ok')
    expect(String(output.data)).toContain('"__proto__"')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(run.saved.at(-1) && Buffer.from(run.saved.at(-1)?.bytes ?? []).toString()).toContain(
      '["__proto__"]:',
    )
  })

  test('many rows that are aggregated are drawn', async () => {
    const spec = {
      mark: 'bar',
      encoding: {
        x: { field: 'a', bin: true, type: 'quantitative' },
        y: { aggregate: 'count', type: 'quantitative' },
      },
    }
    const { status } = await attack(spec, { rows: many(20_000) })
    expect(status).toBe('ok')
  })
})
