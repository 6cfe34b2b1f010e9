import { cleanText } from '@parley/domain'
import { countTokens, MESSAGE_TOKENS, takeTokens } from './count-tokens.ts'
import { splitThink } from './think.ts'
import type { ModelMessage, Picture, UserMessage } from './types.ts'

/** The fields of a stored message that matter here. Every row is acceptable. */
export type HistoryRow = {
  readonly role: string
  readonly content: string | null
  readonly status?: string | null
  /** The pictures of a question. */
  readonly pictures?: readonly Picture[]
}

export type TranscriptParts = {
  readonly system: string
  /** Oldest first. Older rows than fit the budget are not read, so the newest rows are enough. */
  readonly history: readonly HistoryRow[]
  readonly question: string
  /** The pictures of the question. */
  readonly pictures?: readonly Picture[]
  /** Maximum tokens of the whole transcript, counted by countTokens. */
  readonly tokenBudget: number
}

/**
 * The share of the history's budget that one old message may take, so that a huge one does not displace the
 * rest.
 */
const LARGEST_SHARE = 1 / 4

const NO_ANSWER = '(This question was not answered.)'
const NOT_FINISHED = '(This answer was not finished.)'

/**
 * Builds the transcript for the model: system message, history, question. Accepts any rows: user and
 * assistant always alternate, no message is empty, and reasoning is left out. Keeps the newest messages that
 * fit the budget. The system message and the question are always kept whole. The time depends on the budget,
 * not on the history.
 */
export function buildTranscript({ system, history, question, ...parts }: TranscriptParts): ModelMessage[] {
  const opening: ModelMessage[] = system.trim() === '' ? [] : [{ role: 'system', content: cleanText(system) }]
  const text = cleanText(question).trim() || '(No text.)'
  const asked: UserMessage = { role: 'user', content: text, ...onlyFilled(parts.pictures) }
  const fixed = [...opening, asked].reduce(
    (sum, { content }) => sum + countTokens(content) + MESSAGE_TOKENS,
    pictureTokens(asked),
  )
  const turns = alternate(keepNewest(history, parts.tokenBudget - fixed))
  return [...opening, ...turns, asked]
}

type Turn = UserMessage | { readonly role: 'assistant'; readonly content: string }

/** About what vendors count for a picture of 1,568 pixels. */
const PICTURE_TOKENS = 1_600

function pictureTokens(turn: Turn): number {
  return turn.role === 'user' ? (turn.pictures?.length ?? 0) * PICTURE_TOKENS : 0
}

function onlyFilled(pictures: readonly Picture[] = []): Pick<UserMessage, 'pictures'> {
  return pictures.length === 0 ? {} : { pictures }
}

function keepNewest(history: readonly HistoryRow[], budget: number): Turn[] {
  const largest = Math.floor(budget * LARGEST_SHARE)
  const kept: Turn[] = []
  let left = budget
  for (let at = history.length - 1; at >= 0 && left > MESSAGE_TOKENS; at--) {
    const row = history[at]
    const turn = row === undefined ? null : toTurn(row, largest)
    if (turn === null) continue
    left -= countTokens(turn.content) + MESSAGE_TOKENS + pictureTokens(turn)
    if (left >= 0) kept.push(turn)
  }
  return kept.reverse()
}

function toTurn({ role, content, status, pictures }: HistoryRow, largest: number): Turn | null {
  if (role !== 'user' && role !== 'assistant') return null
  const text = role === 'assistant' ? splitThink(content ?? '').text : (content ?? '')
  const clean = cut(cleanText(text).trim(), largest)
  if (role === 'user') return clean === '' ? null : { role, content: clean, ...onlyFilled(pictures) }

  const isFinished = status === null || status === undefined || status === 'ok' || status === 'truncated'
  const parts = [clean, isFinished ? '' : NOT_FINISHED].filter((part) => part !== '')
  return parts.length === 0 ? null : { role, content: parts.join('\n\n') }
}

function cut(text: string, tokens: number): string {
  const beginning = takeTokens(text, tokens)
  if (beginning.length === text.length) return text
  return `${beginning}\n[${text.length - beginning.length} more characters]`
}

/** Makes the turns begin with a question and end with an answer, and fills the gaps between. */
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
