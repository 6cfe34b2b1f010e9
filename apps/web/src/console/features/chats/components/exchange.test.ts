import type { AssistantReply, Message } from '@parley/contract'
import { expect, test } from 'vitest'
import { beforeQuestion, hasAnswer, hasQuestion, withExchange } from './exchange.ts'

const reply: AssistantReply = {
  role: 'assistant',
  content: 'Four.',
  type: 'chat',
  status: 'ok',
  run_id: '',
  artifacts: null,
  suggestions: null,
}
const user = (content: string): Message => ({
  ...{ role: 'user', content, type: null, status: null, run_id: null, artifacts: null, suggestions: null },
  created_at: '2026-01-01T00:00:00.000000',
})
const assistant = (content: string): Message => ({ ...user(content), ...reply, content })
const textsOf = (messages: readonly Message[]) => messages.map(({ content }) => content)

const BEFORE = [user('Two and two?'), assistant('Four.')]
const asked = { question: 'Two and two?', images: [], place: 2 }
const BOTH = ['Two and two?', 'Four.', 'Two and two?', 'Four.']

test.each([
  ['has neither', BEFORE],
  ['has the question', [...BEFORE, user('Two and two?')]],
  ['has both', [...BEFORE, user('Two and two?'), assistant('Four.')]],
  ['has the question with other blanks', [...BEFORE, user('Two and  two?')]],
])('a question and its answer stand once in a history that already %s', (_what, messages) => {
  expect(withExchange(messages, asked, reply)).toHaveLength(4)
  expect(textsOf(beforeQuestion(messages, asked))).toEqual(['Two and two?', 'Four.'])
})

test('an exchange that another tab added behind the answer stays', () => {
  const messages = [...BEFORE, user('Two and two?'), assistant('Four.'), user('More?'), assistant('No.')]
  expect(textsOf(withExchange(messages, asked, reply))).toEqual([...BOTH, 'More?', 'No.'])
})

test('the same question before its place is another one', () => {
  expect(hasQuestion(BEFORE, asked)).toBe(false)
  expect(hasAnswer(BEFORE, asked)).toBe(false)
  const open = [...BEFORE, user('Two and two?')]
  expect(hasQuestion(open, asked)).toBe(true)
  expect(hasAnswer(open, asked)).toBe(false)
  expect(hasAnswer([...open, assistant('Four.')], asked)).toBe(true)
})
