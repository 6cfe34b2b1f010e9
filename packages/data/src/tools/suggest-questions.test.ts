import { suggestFollowUps } from '@parley/agent'
import type { JsonObject, RunStep } from '@parley/domain'
import { describe, expect, test } from 'vitest'
import { createDataTools } from '../index.ts'
import type { Sandbox } from '../sandbox/create-sandbox.ts'

// Suggestions come from the steps alone, so nothing here is called.
const tools = createDataTools({
  sources: [],
  sandbox: {} as Sandbox,
  folder: '',
  ownerId: 'owner',
  saveArtifact: async () => '',
})
const withoutCharts = tools.filter(({ name }) => name !== 'create_graph')

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
const suggest = (steps: RunStep[], question = 'What?', offered = tools) =>
  suggestFollowUps({ question, steps, answer: 'That.', tools: offered })

test.each<[string, RunStep[]]>([
  ['without steps', []],
  ['after a failed query', [step('execute_sql', { generated_sql: 'x' }, { error: 'no' })]],
  ['after a tool of another server', [step('echo', { text: 'x' }, { text: 'x' })]],
])('suggests nothing %s', (_name, steps) => {
  expect(suggest(steps)).toBeNull()
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

  test('no chart for an agent that cannot draw one', () => {
    expect(suggest([monthly], 'What?', withoutCharts)).toEqual([
      'Break it down by year',
      'Show the highest instead of the average',
    ])
  })

  test('a search in the catalog', () => {
    const found = step('find_metadata', { user_question: 'x' }, { data: [{ table: 'seattle.weather' }] })
    expect(suggest([found])).toEqual([
      'How many rows are in seattle.weather?',
      'Show some rows of seattle.weather',
    ])
  })
})
