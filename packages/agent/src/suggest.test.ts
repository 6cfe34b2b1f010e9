import type { RunStep } from '@parley/domain'
import { expect, test } from 'vitest'
import { suggestFollowUps } from './suggest.ts'

const step: RunStep = {
  stepId: 1,
  agentName: 'look_up',
  input: {},
  output: {},
  status: 'ok',
  createdAt: '2026-11-21T00:00:00Z',
  durationMs: 1,
}
const tool = (...texts: string[]) => ({ suggest: (steps: readonly RunStep[]) => steps.flatMap(() => texts) })
const suggest = (tools: ReturnType<typeof tool>[], question = 'What?', answer = 'That.') =>
  suggestFollowUps({ question, steps: [step], answer, tools })

test('suggests at most three questions, those of the last tool first, each once', () => {
  expect(
    suggest([tool('Look elsewhere', 'Only the newest'), tool('Draw it', 'Look elsewhere', 'Export it')]),
  ).toEqual(['Draw it', 'Look elsewhere', 'Export it'])
})

test('does not suggest a question that was asked before', () => {
  expect(suggest([tool('Draw it', 'Export it')], 'Please draw it.')).toEqual(['Export it'])
})

test.each([
  ['without tools that suggest', [], 'That.'],
  ['without an answer', [tool('Draw it')], ' '],
])('suggests nothing %s', (_, tools, answer) => {
  expect(suggest(tools, 'What?', answer)).toBeNull()
})
