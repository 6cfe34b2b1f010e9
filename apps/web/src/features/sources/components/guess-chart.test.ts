import { describe, expect, it } from 'vitest'
import { guessChart } from './guess-chart.ts'

describe('guessChart', () => {
  it('draws numbers over time as a line', () => {
    const chart = guessChart([
      { day: '2026-01-01', total: '3' },
      { day: '2026-01-02', total: '4' },
    ])
    expect(chart?.spec).toMatchObject({
      mark: { type: 'line' },
      encoding: { x: { field: 'day', type: 'temporal' }, y: { field: 'total' } },
    })
    expect(chart?.rows[0]).toEqual({ day: '2026-01-01', total: 3 })
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

  it('reads names with dots as names', () => {
    expect(guessChart([{ 'a.b': 'x', n: 1 }])?.spec).toMatchObject({ encoding: { x: { field: 'a\\.b' } } })
  })

  it('gives nothing where there is nothing to draw', () => {
    expect(guessChart([])).toBeNull()
    expect(guessChart([{ only: 1 }])).toBeNull()
    expect(guessChart([{ a: 'x', b: 'y' }])).toBeNull()
  })
})
