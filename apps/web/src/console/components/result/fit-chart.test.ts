import { describe, expect, it } from 'vitest'
import { fitSpec, legendOf, withLegend } from './fit-chart.ts'
import type { Chart } from './read-chart.ts'

const PAGE = { widthPx: 640, heightPx: 280 }

function bars(names: readonly string[]): Chart {
  return {
    spec: {
      title: 'People by city',
      mark: 'bar',
      encoding: {
        x: { field: 'city', type: 'nominal', sort: '-y', axis: { labelAngle: -40 } },
        y: { field: 'people', type: 'quantitative' },
      },
    },
    results: [{ name: null, rows: names.map((city, index) => ({ city, people: index })) }],
  }
}

describe('fitSpec', () => {
  it('never slants labels', () => {
    expect(fitSpec(bars(['Rome', 'Oslo']), PAGE)).toMatchObject({
      width: 'container',
      encoding: { x: { field: 'city', axis: { labelAngle: 0 } } },
    })
  })

  it('lays bars with long names down, in the same order', () => {
    const names = Array.from({ length: 12 }, (_, index) => `A city with a long name ${index}`)
    const fitted = fitSpec(bars(names), PAGE)
    expect(fitted).toMatchObject({
      encoding: { x: { field: 'people' }, y: { field: 'city', sort: '-x' } },
      height: 12 * 26,
    })
    expect(fitted).not.toHaveProperty('encoding.y.axis')
  })

  it('names the month of a day and the day of an hour on an axis of time, unless the chart has its own format', () => {
    const hours = (x: object): Chart => ({
      spec: {
        mark: 'line',
        encoding: { x: { field: 'hour', type: 'temporal', ...x }, y: { field: 'n', type: 'quantitative' } },
      },
      results: [{ name: null, rows: [{ hour: '2026-11-24T06:00:00Z', n: 1 }] }],
    })
    const formatOf = (x: object) => fitSpec(hours(x), PAGE)
    expect(formatOf({})).toHaveProperty('encoding.x.axis.format.date', '%b %d')
    expect(formatOf({})).toHaveProperty('encoding.x.axis.format.hours', '%b %d, %H:%M')
    expect(formatOf({ axis: { format: '%H' } })).toHaveProperty('encoding.x.axis.format', '%H')
    expect(formatOf({ timeUnit: 'month' })).not.toHaveProperty('encoding.x.axis.format')
  })

  it('leaves composed views as they are, without their title', () => {
    const chart = { ...bars([]), spec: { title: 'Both', layer: [{ mark: 'bar' }] } }
    expect(fitSpec(chart, PAGE)).toEqual({ layer: [{ mark: 'bar' }] })
  })
})

describe('legendOf', () => {
  const rows = [
    { day: 1, shop: 'south', n: 1 },
    { day: 1, shop: 'north', n: 2 },
    { day: 1, shop: null, n: 3 },
  ]
  const color = { field: 'shop', type: 'nominal' }
  const lines = (given: Record<string, unknown>): Chart => ({
    spec: { mark: 'line', encoding: { x: { field: 'day' }, y: { field: 'n' }, color: given } },
    results: [{ name: null, rows }],
  })

  it('lists the series in the order of their colours, and hides rows of a hidden one', () => {
    const chart = lines(color)
    const legend = legendOf(chart)
    expect(legend?.entries).toEqual(['north', 'null', 'south'])
    const shown = legend && withLegend(chart, legend, new Set(['north', 'null']))
    expect(shown?.results[0]?.rows).toEqual([{ day: 1, shop: 'south', n: 1 }])
    expect(shown?.spec).toMatchObject({
      encoding: { color: { scale: { domain: legend?.entries }, legend: null } },
    })
  })

  it('leaves colours of a specification with its own scale alone', () => {
    expect(legendOf(lines({ ...color, scale: { range: ['red'] } }))).toBeNull()
    expect(legendOf(lines({ field: 'n', type: 'quantitative' }))).toBeNull()
  })
})
