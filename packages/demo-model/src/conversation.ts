import { type ChosenPlace, readPlace } from './chosen-place.ts'
import {
  type ChartType,
  contentTokens,
  isFunctionWord,
  type Question,
  readQuestion,
  SUPERLATIVE,
} from './read-question.ts'
import type { ChatMessage } from './wire.ts'

/** Maximum characters of a question that the rules read. */
const LONGEST_QUESTION = 2_000

export type MadeCall = { readonly name: string; readonly argumentsText: string; readonly content: string }

export type Conversation = {
  /** The newest question, unchanged. */
  readonly text: string
  readonly earlier: readonly string[]
  /** Where the data hold what the person chose, when the model had asked back. */
  readonly place: ChosenPlace | null
  /** The calls made for the newest question, in order, with their results. */
  readonly calls: readonly MadeCall[]
}

/** Returns the newest question, the earlier ones, and the tool calls since the newest. */
export function readConversation(messages: readonly ChatMessage[]): Conversation {
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const earlier = messages
    .slice(0, Math.max(0, at))
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content)
  const since = messages.slice(at + 1)
  const results = new Map(
    since.filter(({ role }) => role === 'tool').map(({ toolCallId, content }) => [toolCallId, content]),
  )
  const calls = since.flatMap(({ toolCalls }) =>
    toolCalls.map(
      ({ id, name, argumentsText }): MadeCall => ({ name, argumentsText, content: results.get(id) ?? '' }),
    ),
  )
  const text = messages[at]?.content ?? ''
  const asked = isChoice(messages[at - 1], text) ? earlier.pop() : undefined
  const place = asked === undefined ? null : readPlace(text)
  return { text: cut(wholeQuestion(text, { asked, place })), place, earlier: earlier.map(cut), calls }
}

type Answered = { readonly asked: string | undefined; readonly place: ChosenPlace | null }

/** The question that a choice answers, followed by the words of the choice unless it has them. */
function wholeQuestion(text: string, { asked, place }: Answered): string {
  if (asked === undefined) return text
  const words = place?.label ?? text
  return asked.toLowerCase().includes(words.toLowerCase()) ? asked : `${asked} ${words}`
}

/** Whether a message is one of the choices that the message before it lists. */
function isChoice(before: ChatMessage | undefined, text: string): boolean {
  return before?.role === 'assistant' && before.content.split('\n').includes(`- ${text.trim()}`)
}

function cut(text: string): string {
  return text.slice(0, LONGEST_QUESTION).trim()
}

const REFERENCE =
  /\b(?:it|this|that|these|those|them|same|instead)\b|^\s*(?:and|now|only|also|just|but|what about|how about)\b/i

/**
 * Returns the newest question. A question that only changes an earlier one ("Show it as a bar chart") is
 * completed from it.
 */
export function resolveQuestion({ text, earlier }: Conversation): Question {
  const chain: Question[] = []
  for (const candidate of [...earlier, text].reverse()) {
    const question = readQuestion(candidate)
    chain.unshift(question)
    if (!isChange(question)) break
  }
  return chain.reduce((base, next) => (isOtherQuestion(base, next) ? next : change(base, next)))
}

/** Whether a question counts what an earlier one ranked: "How many of them did we sell?" changes no ranking. */
function isOtherQuestion(base: Question, next: Question): boolean {
  return next.aggregate === 'count' && base.aggregate !== 'count' && base.isDescending !== null
}

/** What is asked before the words that say how the answer is drawn. */
const DRAWN =
  /^(.+?)[\s,.;:?!]+(?:and\s+|then\s+|please\s+)*(?:show|draw|plot|display)\s+(?:it|this|that|them)\b/is

function isChange(question: Question): boolean {
  const words = contentTokens(question.tokens).length
  if (words === 0 || isFragment(question)) return true
  return words <= 2 && REFERENCE.test(withoutDrawing(question.text))
}

/** Whether a question is a condition or a group alone: "By city", "Without a garden?". "For all cities" widens the question. */
function isFragment({ text, tokens }: Question): boolean {
  return tokens.length <= 3 && FRAGMENT.test(text) && !/\b(?:all|every|each|which|what)\b/i.test(text)
}

const FRAGMENT = /^\s*(?:by|per|with|without|in|from|for|since|before|after|over|under|above|below)\b/i

/** In "average price by shop, and show it as bars", "it" is the answer to the same question. */
function withoutDrawing(text: string): string {
  const asked = DRAWN.exec(text)?.[1] ?? ''
  return contentTokens(readQuestion(asked).tokens).length > 0 ? asked : text
}

const OF_THINGS = /^(?:its|they|them|theirs?)$/
const OF_PERSONS = /^(?:he|she|him|his|hers?)$/

/**
 * Returns a pronoun that stands for something outside of the question, such as what the last answer named: "their average
 * rating" without a noun before it. Null where the question itself says what it stands for.
 */
export function findOpenPronoun({ tokens }: Question): string | null {
  const at = tokens.findIndex(({ word }) => OF_THINGS.test(word) || OF_PERSONS.test(word))
  const pronoun = tokens[at]
  if (pronoun === undefined) return null
  const before = tokens.slice(0, at)
  const isClear = OF_PERSONS.test(pronoun.word)
    ? before.some(({ word, isName }) => isName || /^(?:who|whose|which)$/.test(word))
    : before.some(({ stem, text }) => !isFunctionWord(stem) && /\p{L}{2}/u.test(text))
  return isClear ? null : pronoun.text
}

/** Whether a question only names another figure: "and the median?". A superlative may order the old figure instead. */
function isOtherFigure({ tokens }: Question): boolean {
  return (
    contentTokens(tokens).length === 0 &&
    tokens.some(({ word }) => isFigureWord(word) && !SUPERLATIVE.test(word))
  )
}

function change(base: Question, next: Question): Question {
  const [first] = next.tokens
  // "Now" at the beginning continues an earlier question, and means no time.
  if (first?.word === 'now') first.use = 'replaced'
  const isReplaced = /\binstead of\b/i.test(next.text) || isOtherFigure(next)
  const isOtherEnd = base.isDescending !== null && next.isDescending !== null
  for (const token of base.tokens) {
    const isName = token.isName && next.tokens.some((other) => other.isName)
    const isYear = isYearWord(token.word) && next.tokens.some((other) => isYearWord(other.word))
    const isEnd = isOtherEnd && SUPERLATIVE.test(token.word)
    if (isName || isYear || isEnd || (isReplaced && isFigureWord(token.word))) token.use = 'replaced'
  }
  const insteadAt = next.tokens.findIndex(({ word }) => word === 'instead')
  const given = next.tokens.slice(insteadAt).filter(({ word }) => insteadAt >= 0 && isFigureWord(word))
  if (isReplaced) for (const token of given) token.use = 'replaced'
  return {
    text: `${base.text} ${next.text}`,
    tokens: [...base.tokens, ...next.tokens],
    aggregate: isReplaced || isListing(next) ? next.aggregate : (next.aggregate ?? base.aggregate),
    isDescending: isReplaced ? next.isDescending : (next.isDescending ?? base.isDescending),
    limit: next.limit ?? base.limit,
    grain: next.grain ?? base.grain,
    isOverTime: base.isOverTime || next.isOverTime,
    isShare: base.isShare || next.isShare,
    isDistinct: base.isDistinct || next.isDistinct,
    isRelation: base.isRelation || next.isRelation,
    isDistribution: base.isDistribution || next.isDistribution,
    isComparison: base.isComparison || next.isComparison,
    isRowsWanted: base.isRowsWanted || next.isRowsWanted,
    chart: pickChart(base.chart, next.chart),
  }
}

/** Whether a question wants the rows themselves, which were only counted before: "List them", "Who are they?". */
function isListing({ text, tokens, chart, aggregate, grain }: Question): boolean {
  const isAsked = /^\W*(?:(?:and|please|now)\s+)*(?:list|name|show(?: me)?|which|who)\b/i.test(text)
  return (
    isAsked && contentTokens(tokens).length === 0 && chart === null && aggregate === null && grain === null
  )
}

function isFigureWord(word: string): boolean {
  return SUPERLATIVE.test(word) || /^(?:average|mean|median|total|sum)$/.test(word)
}

function isYearWord(word: string): boolean {
  return /^(?:1[4-9]|20|21)\d\d$/.test(word)
}

function pickChart(base: ChartType | null, next: ChartType | null): ChartType | null {
  return next === null || (next === 'any' && base !== null) ? base : next
}
