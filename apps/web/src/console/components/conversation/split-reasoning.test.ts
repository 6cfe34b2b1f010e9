import { describe, expect, it } from 'vitest'
import { splitReasoning } from './split-reasoning.ts'

describe('splitReasoning', () => {
  it('splits off a leading block', () => {
    expect(splitReasoning('<think>why</think>because')).toEqual({ reasoning: 'why', text: 'because' })
  })

  it('leaves later tags as text', () => {
    const content = 'The tag <think> opens </think> it.'
    expect(splitReasoning(content)).toEqual({ reasoning: '', text: content })
  })

  it('reads a block that never ends as reasoning', () => {
    expect(splitReasoning('<think>cut o')).toEqual({ reasoning: 'cut o', text: '' })
  })
})
