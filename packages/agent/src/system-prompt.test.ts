import { expect, test } from 'vitest'
import { buildSystemPrompt } from './system-prompt.ts'

const agent = { name: 'Ada', description: 'Knows the weather of Seattle.' }

test('has identity, date and style when there are no tools', () => {
  const prompt = buildSystemPrompt({ persona: 'Answer briefly.', agent, tools: [], today: '2026-11-21' })
  expect(prompt).toMatchInlineSnapshot(`
    "You are Ada. Today is 2026-11-21.

    Knows the weather of Seattle.

    Answer briefly.

    You have no tools in this conversation. Say so when a question needs data you were not given."
  `)
})

test('gives the advice of each tool in their order', () => {
  const tools = [{ advice: 'Look first.' }, {}, { advice: 'Then draw.' }]
  const prompt = buildSystemPrompt({ persona: '', agent, tools, today: '2026-11-21' })
  expect(prompt).toContain('Use the tools when the answer depends on data you do not have')
  expect(prompt).toMatch(/Look first\.\n\nThen draw\.$/)
})

test('puts the instructions of the caller last, and empty parts leave no gaps', () => {
  const empty = { name: ' ', description: '' }
  const prompt = buildSystemPrompt({
    persona: '',
    agent: empty,
    tools: [],
    today: '2026-11-21',
    instructions: 'Answer in French.\0',
  })
  expect(prompt.startsWith('You are an assistant.')).toBe(true)
  expect(prompt.endsWith('\n\nAnswer in French.')).toBe(true)
  expect(prompt).not.toContain('\n\n\n')
})
