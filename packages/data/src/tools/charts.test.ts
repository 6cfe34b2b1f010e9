import type { JsonObject } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sceneOf } from '../testing/chart-scene.ts'
import { openWorkshop, startRun, type ToolRun, type Workshop } from '../testing/workshop.ts'
import { drawPicture } from './draw-picture.ts'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

/** Runs each statement as a step, then draws; the chart is the last step. */
async function draw(statements: readonly string[], spec: object, sql_results = '1') {
  const run = startRun(workshop, { ownerId: 'ann', sources: [], chartTimeoutMs: 30_000 })
  for (const generated_sql of statements) {
    const { status, output } = await run.call('execute_sql', { generated_sql })
    expect([status, output.error]).toEqual(['ok', undefined])
  }
  const result = await run.call('create_graph', { sql_results, chart_spec: JSON.stringify(spec) })
  return { ...result, run }
}

async function drawn(statements: readonly string[], spec: object, sql_results = '1') {
  const { status, output, content, run } = await draw(statements, spec, sql_results)
  expect([status, output.error]).toEqual(['ok', undefined])
  return { output, content, run, spec: specOf(output), scene: await sceneOf(output) }
}

function specOf({ data }: JsonObject) {
  return JSON.parse(String(data))
}

async function pngOf(run: ToolRun): Promise<Buffer> {
  const drawing = run.saved.find(({ source }) => source === 'drawing')?.bytes ?? Buffer.alloc(0)
  return Buffer.from(await drawPicture(workshop.sandbox, { ownerId: 'ann', drawing }))
}

const YEARS = 'SELECT y AS year, (y % 7)::BIGINT AS n FROM range(2001, 2006) t(y)'

describe('types that the spec leaves out', () => {
  test('draws bars over untyped years as categories without a thousands separator', async () => {
    const { scene } = await drawn([YEARS], {
      mark: 'bar',
      encoding: { x: { field: 'year' }, y: { field: 'n', type: 'quantitative' } },
    })
    expect(scene.scales.x).toEqual({ type: 'band', domain: [2001, 2002, 2003, 2004, 2005] })
    expect(scene.labels).toEqual(expect.arrayContaining(['2001', '2005']))
    expect(scene.labels.join(' ')).not.toContain('2,001')
  })

  test('draws an untyped count over names as a measure', async () => {
    const { scene } = await drawn(["SELECT * FROM (VALUES ('a', 3), ('b', 5)) t(name, n)"], {
      mark: 'bar',
      encoding: { x: { field: 'name' }, y: { field: 'n' } },
    })
    expect(scene.scales.x).toEqual({ type: 'band', domain: ['a', 'b'] })
    expect(scene.scales.y).toEqual({ type: 'linear', domain: [0, 5] })
  })

  test('leaves untyped integers of other channels and marks to Vega-Lite', async () => {
    const { scene } = await drawn(
      ['SELECT i % 3 AS grade, i % 2 AS class, i * 1.5 AS size FROM range(6) t(i)'],
      {
        mark: 'circle',
        encoding: {
          x: { field: 'grade' },
          y: { field: 'class' },
          size: { field: 'size' },
          color: { field: 'grade' },
        },
      },
    )
    expect(scene.scales.x).toEqual({ type: 'point', domain: [0, 1, 2] })
    expect(scene.scales.y).toEqual({ type: 'point', domain: [0, 1] })
    expect(scene.scales.color).toEqual({ type: 'ordinal', domain: [0, 1, 2] })
    expect(scene.scales.size?.type).toBe('linear')
  })

  test('keeps a list of values to sort an untyped integer by', async () => {
    const { scene } = await drawn(['SELECT i AS day, i * 2 AS n FROM range(1, 4) t(i)'], {
      mark: 'bar',
      encoding: { x: { field: 'day', sort: [3, 1, 2] }, y: { field: 'n', type: 'quantitative' } },
    })
    expect(scene.scales.x?.domain).toEqual([3, 1, 2])
  })

  test('takes the type of the view around a layer', async () => {
    const { scene } = await drawn([YEARS], {
      encoding: { x: { type: 'quantitative', scale: { zero: false } } },
      layer: [{ mark: 'point', encoding: { x: { field: 'year' }, y: { field: 'n', type: 'quantitative' } } }],
    })
    expect(scene.scales.x?.type).toBe('linear')
  })

  test('writes years on a scale of numbers without a thousands separator and whole', async () => {
    const { scene } = await drawn([YEARS], {
      mark: 'point',
      encoding: {
        x: { field: 'year', type: 'quantitative', scale: { zero: false } },
        y: { field: 'n', type: 'quantitative' },
      },
    })
    const years = scene.labels.filter((label) => label.startsWith('20'))
    expect(years).toEqual(['2001', '2002', '2003', '2004', '2005'])
  })
})

describe('the order of categories', () => {
  const CITIES = "SELECT * FROM (VALUES ('Oslo', 3), ('Bern', 9), ('Rome', 5)) t(city, n)"
  const bars = (extra: object = {}) => ({
    mark: 'bar',
    encoding: { x: { field: 'city', type: 'nominal', ...extra }, y: { field: 'n', type: 'quantitative' } },
  })

  test('is that of ORDER BY', async () => {
    const { scene } = await drawn([`${CITIES} ORDER BY n DESC`], bars())
    expect(scene.scales.x?.domain).toEqual(['Bern', 'Rome', 'Oslo'])
  })

  test('is that of ORDER BY for the whole statement only', async () => {
    const { scene } = await drawn([`SELECT * FROM (${CITIES} ORDER BY n DESC)`], bars())
    expect(scene.scales.x?.domain).toEqual(['Bern', 'Oslo', 'Rome'])
  })

  test('is that of the spec where it names one', async () => {
    const { scene } = await drawn([`${CITIES} ORDER BY n DESC`], bars({ sort: 'y' }))
    expect(scene.scales.x?.domain).toEqual(['Oslo', 'Rome', 'Bern'])
  })

  test('stays alphabetical where an ordered statement does not order the categories that a chart aggregates', async () => {
    const rows = "(VALUES (1, 'b', 2), (2, 'a', 3), (3, 'b', 4)) t(day, shop, n)"
    const spec = {
      mark: 'bar',
      encoding: { x: { field: 'shop' }, y: { aggregate: 'sum', field: 'n', type: 'quantitative' } },
    }
    const { scene } = await drawn([`SELECT * FROM ${rows} ORDER BY day`], spec)
    expect(scene.scales.x?.domain).toEqual(['a', 'b'])
    const grouped = await drawn([`SELECT * FROM ${rows} ORDER BY shop DESC`], spec)
    expect(grouped.scene.scales.x?.domain).toEqual(['b', 'a'])
  })
})

describe('labels', () => {
  const LONG = 'Department of the Environment, Transport and the Regions, division '

  test('are not cut to the same text', async () => {
    const { spec, output } = await drawn(
      [`SELECT '${LONG}' || part AS name, 5 AS n FROM (VALUES ('north'), ('south')) t(part)`],
      {
        mark: 'bar',
        encoding: { y: { field: 'name', type: 'nominal' }, x: { field: 'n', type: 'quantitative' } },
      },
    )
    const { labelLimit, maxExtent } = spec.config.axis
    expect(labelLimit).toBeGreaterThan(400)
    // The title of the axis stands behind its labels.
    expect(maxExtent).toBeGreaterThan(labelLimit)
    expect(output).not.toHaveProperty('notes')
  })

  test('that fit keep the limit of the theme', async () => {
    const { spec } = await drawn(["SELECT 'north' AS name, 5 AS n"], {
      mark: 'bar',
      encoding: { y: { field: 'name', type: 'nominal' }, x: { field: 'n', type: 'quantitative' } },
    })
    expect(spec).not.toHaveProperty('config')
  })

  test('that differ only behind any width are named in a note', async () => {
    const { output } = await drawn([`SELECT repeat('${LONG}', 4) || i AS name, 5 AS n FROM range(2) t(i)`], {
      mark: 'bar',
      encoding: { y: { field: 'name', type: 'nominal' }, x: { field: 'n', type: 'quantitative' } },
    })
    expect(output.notes).toEqual([expect.stringMatching(/labels look the same.*shorten them in SQL/)])
  })
})

describe('what a person cannot read', () => {
  test('is drawn and said in a note for 1,000 bars with names', async () => {
    const { scene, output, content } = await drawn(
      ["SELECT 'name ' || i AS name, i AS n FROM range(1000) t(i)"],
      {
        mark: 'bar',
        encoding: { x: { field: 'name', type: 'nominal' }, y: { field: 'n', type: 'quantitative' } },
      },
    )
    expect(scene.marks.rect).toBe(1000)
    const notes = [expect.stringMatching(/x axis has 1000 categories.*cannot read.*LIMIT 30/)]
    expect(output.notes).toEqual(notes)
    expect(JSON.parse(content).notes).toEqual(notes)
  })

  test('is said for colours, slices and points, and not for a plain chart', async () => {
    const many = 'SELECT i AS name, i % 50 AS g, i AS n FROM range(6000) t(i)'
    const points = await drawn([many], {
      mark: 'point',
      encoding: {
        x: { field: 'n', type: 'quantitative' },
        y: { field: 'n', type: 'quantitative' },
        color: { field: 'g', type: 'nominal' },
      },
    })
    expect(points.output.notes).toEqual([
      expect.stringMatching(/Colour stands for 50 categories/),
      expect.stringMatching(/6000 points overlap/),
    ])
    const plain = await drawn([YEARS], {
      mark: 'bar',
      encoding: { x: { field: 'year', type: 'ordinal' }, y: { field: 'n', type: 'quantitative' } },
    })
    expect(plain.output).not.toHaveProperty('notes')
  })
})

describe('many rows and columns', () => {
  test('only the columns that the spec needs go into the chart', async () => {
    const { spec } = await drawn(
      ["SELECT 1 AS a, 2 AS b, 3 AS c, repeat('long', 100) AS text FROM range(3)"],
      {
        mark: 'point',
        transform: [{ calculate: "datum['b'] * 2", as: 'd' }],
        encoding: { x: { field: 'a', type: 'quantitative' }, y: { field: 'd', type: 'quantitative' } },
      },
    )
    expect(spec.data.values).toEqual([
      { a: 1, b: 2 },
      { a: 1, b: 2 },
      { a: 1, b: 2 },
    ])
  })

  test('all columns go into a chart that shows whole rows', async () => {
    const { spec } = await drawn(['SELECT 1 AS a, 2 AS b'], {
      mark: { type: 'point', tooltip: { content: 'data' } },
      encoding: { x: { field: 'a', type: 'quantitative' } },
    })
    expect(spec.data.values).toEqual([{ a: 1, b: 2 }])
  })

  test('draws 20,000 rows whose other columns would be too large for the trace', async () => {
    const { scene, spec } = await drawn(
      ["SELECT i AS a, i % 10 AS b, repeat('x', 200) AS text FROM range(20000) t(i)"],
      {
        mark: 'bar',
        encoding: { x: { field: 'b', type: 'ordinal' }, y: { aggregate: 'count', type: 'quantitative' } },
      },
    )
    expect(Object.keys(spec.data.values[0])).not.toContain('text')
    expect(scene.scales.y?.domain).toEqual([0, 2000])
  })
})

describe('results that the run keeps in part', () => {
  const wide = (count: number) =>
    `SELECT i AS a, i % 10 AS b, repeat('x', 1000) AS text FROM range(${count}) t(i)`
  const bars = {
    mark: 'bar',
    encoding: { x: { field: 'b', type: 'ordinal' }, y: { aggregate: 'count', type: 'quantitative' } },
  }

  test('are drawn whole from the columns that the chart needs', async () => {
    const { scene, spec } = await drawn([wide(20_000)], bars)
    expect(scene.scales.y?.domain).toEqual([0, 2000])
    expect(Object.keys(spec.data.values[0])).toEqual(['b'])
  })

  test('are refused with their number of rows where those are too many', async () => {
    const { status, output } = await draw([wide(60_000)], {
      mark: 'tick',
      encoding: { x: { field: 'b', type: 'quantitative' } },
    })
    expect([status, output.error]).toEqual([
      'error',
      'The result has 60,000 rows, and a chart takes at most 50,000; aggregate it in SQL, for example with GROUP BY, or sample it.',
    ])
  })
})

describe('titles in every script', () => {
  const titled = (title: unknown) => ({
    title,
    mark: 'bar',
    encoding: { x: { field: 'year', type: 'ordinal' }, y: { field: 'n', type: 'quantitative' } },
  })

  test.each([
    ['Japanese', '売上 2024年', '売上-2024年'],
    ['Arabic', 'المبيعات', 'المبيعات'],
    ['Hindi', 'बिक्री!', 'बिक्री'],
    ['digits first', '2024 sales', '2024-sales'],
    ['an emoji alone', '📈', 'chart'],
    ['lines', ['Sales', 'of 2024'], 'sales-of-2024'],
    ['text of an object', { text: 'Größe' }, 'größe'],
    ['a very long title', '漢'.repeat(200), '漢'.repeat(60)],
    ['letters of four bytes', '𠮷'.repeat(100), '𠮷'.repeat(50)],
  ])('names the files after a title of %s', async (_what, title, name) => {
    const { run } = await drawn([YEARS], titled(title))
    expect(run.saved.map((file) => file.name)).toEqual([`${name}.png`, `${name}.mjs`])
  })

  /** Two titles with the same number of letters give the same picture only when all letters are drawn as boxes. */
  async function pictures(first: string, second: string) {
    const [a, b] = [await drawn([YEARS], titled(first)), await drawn([YEARS], titled(second))]
    return {
      isSame: (await pngOf(a.run)).equals(await pngOf(b.run)),
      notes: [a.output.notes, b.output.notes],
    }
  }

  test.each([
    ['simplified Chinese', '销售', '数量'],
    ['traditional Chinese', '銷售', '臺灣'],
    ['Japanese', 'うりあげ', 'ハンバイ'],
    ['Korean', '매출', '수량'],
    ['Arabic', 'مبيعات', 'بيانات'],
    ['Hebrew', 'מכירות', 'נתונים'],
    ['Thai', 'ยอดขาย', 'จำนวน'],
    ['Hindi', 'बिक्री', 'मात्रा'],
    ['emoji', '📈', '🎉'],
  ])('draws letters of %s', async (_script, first, second) => {
    expect(await pictures(first, second)).toEqual({ isSame: false, notes: [undefined, undefined] })
  })

  test('names letters without a font in a note', async () => {
    const { isSame, notes } = await pictures('𐎠𐎡', '𐎢𐎣')
    expect(isSame).toBe(true)
    expect(notes[0]).toEqual([expect.stringContaining('no font for these letters: 𐎠𐎡')])
  })

  test('draws labels and legends of several scripts in one picture', async () => {
    const rows = "SELECT * FROM (VALUES ('सेब apple', 1, '北'), ('संतरा 简体', 2, '南')) t(name, n, side)"
    const { run, scene } = await drawn([rows], {
      mark: 'bar',
      encoding: {
        x: { field: 'name', type: 'nominal' },
        y: { field: 'n', type: 'quantitative' },
        color: { field: 'side', type: 'nominal' },
      },
    })
    expect(scene.labels).toEqual(expect.arrayContaining(['सेब apple', '北']))
    expect((await pngOf(run)).length).toBeGreaterThan(5000)
  })
})
