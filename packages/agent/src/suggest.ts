import type { RunStep } from '@parley/domain'
import type { Tool } from './types.ts'

export type FinishedAnswer = {
  readonly question: string
  readonly steps: readonly RunStep[]
  readonly answer: string
  /** The tools of the run, each after those whose results it uses. */
  readonly tools: readonly Pick<Tool, 'suggest'>[]
}

const MAX_SUGGESTIONS = 3

/**
 * Returns up to three suggestions for the next question, which the tools derive from the steps without a model call;
 * those of the last tool come first. Null when no tool has one. The same run always gives the same suggestions.
 */
export function suggestFollowUps({ question, steps, answer, tools }: FinishedAnswer): string[] | null {
  if (answer.trim() === '') return null
  const asked = question.toLowerCase()
  const candidates = tools.toReversed().flatMap(({ suggest }) => suggest?.(steps) ?? [])
  const fresh = [...new Set(candidates)].filter((text) => !asked.includes(text.toLowerCase()))
  return fresh.length === 0 ? null : fresh.slice(0, MAX_SUGGESTIONS)
}
