import type { Step } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import { readChart } from './read-chart.ts'

const stepOf = (output: Step['output']): Step => ({
  step_id: 2,
  agent_name: 'create_graph',
  status: 'ok',
  input: null,
  output,
  created_at: '2026-01-01T00:00:00.000Z',
})

describe('readChart', () => {
  it('reads the rows of a chart of one result', () => {
    const data = JSON.stringify({ mark: 'bar', data: { values: [{ a: 1 }] } })
    expect(readChart(stepOf({ data, artifacts: [], notes: ['Too many.'] }))).toEqual({
      spec: { mark: 'bar' },
      results: [{ name: null, rows: [{ a: 1 }] }],
      notes: ['Too many.'],
    })
  })

  it('reads every result of a chart of several', () => {
    const data = JSON.stringify({
      data: { name: 'sales' },
      layer: [{ mark: 'bar' }, { data: { name: 'targets' }, mark: 'rule' }],
      datasets: { sales: [{ a: 1 }], targets: [{ a: 2 }] },
    })
    expect(readChart(stepOf({ data, artifacts: [] }))).toEqual({
      spec: {
        data: { name: 'sales' },
        layer: [{ mark: 'bar' }, { data: { name: 'targets' }, mark: 'rule' }],
      },
      results: [
        { name: 'sales', rows: [{ a: 1 }] },
        { name: 'targets', rows: [{ a: 2 }] },
      ],
      notes: [],
    })
  })

  it('returns null for a failed step', () => {
    expect(readChart(stepOf({ error: 'No rows.' }))).toBeNull()
  })
})
