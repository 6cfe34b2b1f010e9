import { describe, expect, it } from 'vitest'
import { type ChartChoice, readChoice, suggestChoice } from './chart-choice.ts'
import { drawChoice } from './draw-choice.ts'
import type { Chart } from './read-chart.ts'
import type { ShownRow } from './rows.ts'

function guessChart(rows: readonly ShownRow[]): Chart | null {
  const choice = suggestChoice(rows)
  return choice && drawChoice(rows, choice)
}

describe('the chart that is drawn for rows', () => {
  it('draws numbers over time as a line', () => {
    const chart = guessChart([
      { day: '2026-01-01', total: '3' },
      { day: '2026-01-02', total: '4' },
    ])
    expect(chart?.spec).toMatchObject({
      mark: { type: 'line' },
      encoding: { x: { field: 'day', type: 'temporal' }, y: { field: 'total' } },
    })
    expect(chart?.results[0]?.rows[0]).toEqual({ day: '2026-01-01', total: 3 })
  })

  it('draws numbers by name as bars in the order of the rows', () => {
    const chart = guessChart([{ city: 'Berlin', people: 3 }])
    expect(chart?.spec).toMatchObject({ mark: 'bar', encoding: { x: { field: 'city', sort: null } } })
  })

  it('draws numbers against numbers as points', () => {
    expect(guessChart([{ weight: 1, power: 2 }])?.spec).toMatchObject({
      mark: 'point',
      encoding: { x: { field: 'weight' }, y: { field: 'power' } },
    })
  })

  const sales = [
    { day: '2026-01-01', shop: 'north', total: 3 },
    { day: '2026-01-01', shop: 'south', total: 5 },
    { day: '2026-01-02', shop: 'north', total: 4 },
    { day: '2026-01-02', shop: 'south', total: 6 },
  ]

  it('draws one line for each category when times repeat', () => {
    expect(guessChart(sales)?.spec).toMatchObject({
      mark: { type: 'line' },
      encoding: { x: { field: 'day' }, y: { field: 'total' }, color: { field: 'shop', type: 'nominal' } },
    })
  })

  it('draws bars side by side when names repeat', () => {
    const rows = sales.map(({ day, ...row }) => ({ city: day === '2026-01-01' ? 'Rome' : 'Oslo', ...row }))
    expect(guessChart(rows)?.spec).toMatchObject({
      mark: 'bar',
      encoding: { x: { field: 'city' }, xOffset: { field: 'shop' }, color: { field: 'shop' } },
    })
  })

  it('draws points when values repeat that no category distinguishes', () => {
    const times = guessChart(sales.map(({ day, total }) => ({ day, total })))
    expect(times?.spec).toMatchObject({ mark: 'point', encoding: { x: { field: 'day' } } })
    const names = guessChart([
      { city: 'Rome', total: 1 },
      { city: 'Rome', total: 2 },
    ])
    expect(names?.spec).toMatchObject({ mark: 'point' })
    expect(names?.spec).not.toHaveProperty('encoding.color')
  })

  it('draws no lines for more categories than colours distinguish', () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({
      day: `2026-01-0${(index % 2) + 1}`,
      shop: `shop ${index >> 1}`,
      total: index,
    }))
    expect(guessChart(rows)?.spec).toMatchObject({ mark: 'point' })
  })

  it('draws numbers over years as categories, so that no year gets a comma', () => {
    expect(
      guessChart([
        { year: 2001, total: 3 },
        { year: 2002, total: 5 },
      ])?.spec,
    ).toMatchObject({
      mark: { type: 'line' },
      encoding: { x: { field: 'year', type: 'ordinal' }, y: { field: 'total', type: 'quantitative' } },
    })
    const rows = ['north', 'south'].flatMap((shop) =>
      [2001, 2002].map((start_year) => ({ start_year, shop, n: 1 })),
    )
    expect(guessChart(rows)?.spec).toMatchObject({
      mark: { type: 'line' },
      encoding: { x: { field: 'start_year', type: 'ordinal' }, y: { field: 'n' }, color: { field: 'shop' } },
    })
    const yearly = guessChart([{ yearly_cost: 2001, n: 1 }])
    expect(yearly?.spec).toMatchObject({ encoding: { x: { field: 'yearly_cost', type: 'quantitative' } } })
  })

  it('shows days in every time zone as they are', () => {
    const days = guessChart([{ day: '2026-01-01', n: 1 }])
    expect(days?.spec).toMatchObject({ encoding: { x: { scale: { type: 'utc' } } } })
    const times = guessChart([{ at: '2026-01-01 10:00', n: 1 }])
    expect(times?.spec).not.toHaveProperty('encoding.x.scale')
  })

  it('leaves a gap for NULL', () => {
    const chart = guessChart([
      { day: '2026-01-01', total: 3 },
      { day: '2026-01-02', total: null },
    ])
    expect(chart?.results[0]?.rows[1]).toEqual({ day: '2026-01-02', total: null })
  })

  it('reads names with dots as names', () => {
    expect(guessChart([{ 'a.b': 'x', n: 1 }])?.spec).toMatchObject({ encoding: { x: { field: 'a\\.b' } } })
  })

  it('returns null when there is nothing to draw', () => {
    expect(guessChart([])).toBeNull()
    expect(guessChart([{ only: 1 }])).toBeNull()
    expect(guessChart([{ a: 'x', b: 'y' }])).toBeNull()
  })
})

const RAIN = [
  { month: 'May', north: 1, south: 4 },
  { month: 'June', north: null, south: 5 },
]
const choice: ChartChoice = { type: 'bar', x: 'month', y: ['north'], series: null, stacking: 'grouped' }

describe('drawChoice', () => {
  it('makes a series of each chosen column of numbers, with NULL as a gap', () => {
    const { spec, results } = drawChoice(RAIN, { ...choice, type: 'line', y: ['north', 'south'] })
    expect(spec).toMatchObject({ encoding: { y: { field: 'value' }, color: { field: 'series' } } })
    expect(results[0]?.rows).toEqual([
      { month: 'May', series: 'north', value: 1 },
      { month: 'May', series: 'south', value: 4 },
      { month: 'June', series: 'north', value: null },
      { month: 'June', series: 'south', value: 5 },
    ])
  })

  it('stands the series of bars beside each other, on each other, or shows their shares', () => {
    const both = { ...choice, y: ['north', 'south'] }
    expect(drawChoice(RAIN, both).spec).toMatchObject({ encoding: { xOffset: { field: 'series' } } })
    expect(drawChoice(RAIN, { ...both, stacking: 'stacked' }).spec).toMatchObject({
      encoding: { y: { stack: 'zero' } },
    })
    expect(drawChoice(RAIN, { ...both, stacking: 'share' }).spec).toMatchObject({
      encoding: { y: { stack: 'normalize', axis: { format: '%' } } },
    })
  })

  it('sums rows that stand at one place, and says so', () => {
    const rows = [...RAIN, { month: 'May', north: 3, south: 1 }]
    expect(drawChoice(rows, choice).spec).toMatchObject({
      encoding: { y: { aggregate: 'sum', title: 'sum of north' } },
    })
    expect(drawChoice(rows, { ...choice, type: 'point' }).spec).not.toHaveProperty('encoding.y.aggregate')
  })

  it('joins the smallest slices of a pie, so that colours distinguish the others', () => {
    const rows = Array.from({ length: 12 }, (_, index) => ({ city: `city ${index}`, people: index + 1 }))
    const { results } = drawChoice(rows, { ...choice, type: 'pie', x: 'city', y: ['people'] })
    expect(results[0]?.rows).toHaveLength(8)
    expect(results[0]?.rows.at(-1)).toEqual({ city: 'Other (5)', people: 15 })
  })
})

describe('readChoice', () => {
  it('reads the columns of a drawn bar chart, standing or lying', () => {
    const city = { field: 'city', type: 'nominal' }
    const people = { field: 'people', type: 'quantitative' }
    const read = { type: 'bar', x: 'city', y: ['people'], series: null, stacking: 'stacked' }
    const columns = ['city', 'people']
    expect(readChoice({ mark: 'bar', encoding: { x: city, y: people } }, columns)).toEqual(read)
    expect(readChoice({ mark: { type: 'bar' }, encoding: { x: people, y: city } }, columns)).toEqual(read)
  })

  it('returns null for layers and for columns that the rows do not have', () => {
    expect(readChoice({ layer: [] }, ['a'])).toBeNull()
    expect(readChoice({ mark: 'bar', encoding: { x: { field: 'a' }, y: { field: 'b' } } }, ['a'])).toBeNull()
  })
})
