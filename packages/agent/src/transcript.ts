import { cleanText } from './clean-json.ts'
import { countTokens, MESSAGE_TOKENS, takeTokens } from './count-tokens.ts'
import { splitThink } from './think.ts'
import type { Message } from './types.ts'

/** A stored message, as little of it as matters here; any row is acceptable. */
export type HistoryRow = {
  readonly role: string
  readonly content: string | null
  readonly status?: string | null
}

export type TranscriptParts = {
  readonly system: string
  /** Oldest first. The newest rows are enough: older ones than fit the budget are not looked at. */
  readonly history: readonly HistoryRow[]
  readonly question: string
  /** Tokens for the whole transcript, counted by countTokens. */
  readonly tokenBudget: number
}

/** One old message may take this share of what the history has, so that a huge one does not push out the rest. */
const LARGEST_SHARE = 1 / 4

const NO_ANSWER = '(This question was not answered.)'
const NOT_FINISHED = '(This answer was not finished.)'

/**
 * What the model is given: system message, history, question. Total over any rows: user and assistant always
 * alternate, nothing is empty, reasoning is left out, and the newest messages that fit the budget are kept. System
 * message and question are always kept whole. The time it takes depends on the budget, not on the history.
 */
export function buildTranscript({ system, history, question, tokenBudget }: TranscriptParts): Message[] {
  const opening: Message[] = system.trim() === '' ? [] : [{ role: 'system', content: cleanText(system) }]
  const asked: Message = { role: 'user', content: cleanText(question).trim() || '(No text.)' }
  const fixed = [...opening, asked].reduce(
    (sum, { content }) => sum + countTokens(content) + MESSAGE_TOKENS,
    0,
  )
  const turns = alternate(keepNewest(history, tokenBudget - fixed))
  return [...opening, ...turns, asked]
}

type Turn = { readonly role: 'user' | 'assistant'; readonly content: string }

function keepNewest(history: readonly HistoryRow[], budget: number): Turn[] {
  const largest = Math.floor(budget * LARGEST_SHARE)
  const kept: Turn[] = []
  let left = budget
  for (let at = history.length - 1; at >= 0 && left > MESSAGE_TOKENS; at--) {
    const row = history[at]
    const turn = row === undefined ? null : toTurn(row, largest)
    if (turn === null) continue
    left -= countTokens(turn.content) + MESSAGE_TOKENS
    if (left >= 0) kept.push(turn)
  }
  return kept.reverse()
}

function toTurn({ role, content, status }: HistoryRow, largest: number): Turn | null {
  if (role !== 'user' && role !== 'assistant') return null
  const text = role === 'assistant' ? splitThink(content ?? '').text : (content ?? '')
  const clean = cut(cleanText(text).trim(), largest)
  if (role === 'user') return clean === '' ? null : { role, content: clean }

  const isFinished = status === null || status === undefined || status === 'ok' || status === 'truncated'
  const parts = [clean, isFinished ? '' : NOT_FINISHED].filter((part) => part !== '')
  return parts.length === 0 ? null : { role, content: parts.join('\n\n') }
}

function cut(text: string, tokens: number): string {
  const beginning = takeTokens(text, tokens)
  if (beginning.length === text.length) return text
  return `${beginning}\n[${text.length - beginning.length} more characters]`
}

/** Begins with a user's turn and ends with an answer, whatever is missing in between. */
function alternate(turns: readonly Turn[]): Turn[] {
  const result: Turn[] = []
  for (const turn of turns) {
    const last = result.at(-1)
    if (last === undefined && turn.role === 'assistant') continue
    if (last?.role === 'user' && turn.role === 'user') result.push({ role: 'assistant', content: NO_ANSWER })
    if (last?.role === 'assistant' && turn.role === 'assistant') {
      result[result.length - 1] = { role: 'assistant', content: `${last.content}\n\n${turn.content}` }
      continue
    }
    result.push(turn)
  }
  if (result.at(-1)?.role === 'user') result.push({ role: 'assistant', content: NO_ANSWER })
  return result
}
