import type { JsonObject, RunStep } from '@parley/domain'
import { describe, expect, test } from 'vitest'
import { suggestFollowUps } from './suggest.ts'

const step = (agentName: string, input: JsonObject, output: JsonObject): RunStep => {
  const status = 'error' in output ? 'error' : 'ok'
  return { stepId: 1, agentName, input, output, status, createdAt: '2026-11-21T00:00:00Z', durationMs: 1 }
}
const sql = (generated_sql: string, rows: JsonObject[]) => step('execute_sql', { generated_sql }, { rows })
const chart = (mark: string) =>
  step('create_graph', { sql_results: '2', chart_spec: JSON.stringify({ mark }) }, {})
const monthly = sql('SELECT month(date) AS month, avg(temp) AS average FROM w GROUP BY 1', [
  { month: 1, average: 7 },
  { month: 2, average: 9 },
])
const suggest = (steps: RunStep[], question = 'What?', answer = 'That.') =>
  suggestFollowUps({ question, steps, answer })

describe('suggests nothing', () => {
  test.each<[string, RunStep[], string]>([
    ['without tools', [], 'Hello!'],
    ['without an answer', [monthly], ''],
    ['after a failed query', [step('execute_sql', { generated_sql: 'x' }, { error: 'no' })], 'Sorry.'],
    ['after a tool of another server', [step('echo', { text: 'x' }, { text: 'x' })], 'x'],
  ])('%s', (_name, steps, answer) => {
    expect(suggest(steps, 'What?', answer)).toBeNull()
  })
})

describe('suggests from the steps', () => {
  test('a line chart by month', () => {
    expect(suggest([monthly, chart('line')])).toEqual([
      'Show it as a bar chart',
      'Break it down by year',
      'Show the highest instead of the average',
    ])
  })

  test('numbers over time without a chart', () => {
    expect(suggest([monthly])?.[0]).toBe('Show it as a line chart')
  })

  test('a ranking', () => {
    const rows = [
      { name: 'a', gross: 3 },
      { name: 'b', gross: 2 },
    ]
    const ranking = sql('SELECT name, gross FROM m ORDER BY gross DESC LIMIT 2', rows)
    expect(suggest([ranking])).toEqual(['Show it as a bar chart', 'Show the lowest 2 instead'])
  })

  test('does not suggest the reverse ranking when all rows are shown', () => {
    const rows = [
      { name: 'a', gross: 3 },
      { name: 'b', gross: 2 },
    ]
    expect(suggest([sql('SELECT name, gross FROM m ORDER BY gross DESC LIMIT 5', rows)])).toEqual([
      'Show it as a bar chart',
    ])
  })

  test('does not suggest a question that was asked before', () => {
    expect(suggest([monthly, chart('line')], 'Break it down by year')).not.toContain('Break it down by year')
  })

  test('a search in the catalog', () => {
    const found = step('find_metadata', { user_question: 'x' }, { data: [{ table: 'seattle.weather' }] })
    expect(suggest([found])).toEqual([
      'How many rows are in seattle.weather?',
      'Show some rows of seattle.weather',
    ])
  })
})
