import type { Column, Table } from './catalog.ts'
import { timeOf } from './match-columns.ts'
import type { Filter } from './plan.ts'
import type { Question, Token } from './read-question.ts'

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** A month or a day as a question writes it: "March", "March 2024", "3 May 2024". */
type Moment = {
  /** From 1. */
  readonly month: number
  readonly day: number | null
  readonly year: number | null
  readonly tokens: readonly Token[]
}

const BOUND = /^(?:before|after|since|until|till|through)$/
const RANGE = /^(?:from|to|between|and)$/

/**
 * Finds conditions on months and days, and marks their words as used: "in March", "in Q2", "from June to August", "before
 * March 2024", "on 3 May 2024". "Before June" is found where all known dates are of one year.
 */
export function findPeriods(question: Question, table: Table): Filter[] {
  const column = timeOf(table)
  if (column === null || column.kind === 'year') return []
  const { tokens } = question
  const moments = momentsIn(question)
  const [first, second] = moments
  if (first === undefined) return findParts(tokens, column)
  const lead = leadBefore(first, tokens) ?? leadBehind(first, tokens) ?? wordBefore(first, tokens)
  if (second !== undefined)
    return moments.length === 2 && isRange([first, second], tokens)
      ? findRange([first, second], { tokens, column })
      : []
  if (lead === 'by' || lead === 'from') return []
  if (BOUND.test(lead) || first.day !== null) return findDates(lead, first, { tokens, column })
  use(first.tokens.slice(0, 1))
  return [{ kind: 'months', column, months: [first.month] }]
}

type Place = { readonly tokens: readonly Token[]; readonly column: Column }

function momentsIn({ text, tokens, limit }: Question): Moment[] {
  const moments: Moment[] = []
  for (let at = 0; at < tokens.length; at++) {
    // The 5 of "the top 5 May orders" is no day.
    const isLimit = limit !== null && Number(tokens[at]?.word) === limit
    const moment = isLimit ? null : (isoDateAt(tokens, at, text) ?? monthAt(tokens, at))
    if (moment === null) continue
    moments.push(moment)
    at += moment.tokens.length - 1
  }
  return moments
}

/** A date of ISO 8601, such as 2024-05-03. */
function isoDateAt(tokens: readonly Token[], at: number, text: string): Moment | null {
  const parts = tokens.slice(at, at + 3)
  const date = parts.map((token) => token.text).join('-')
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !text.includes(date)) return null
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return month < 1 || month > 12 ? null : { month, day, year, tokens: parts }
}

/** A month with the day and the year beside it. */
function monthAt(tokens: readonly Token[], at: number): Moment | null {
  const isNumberAt = (place: number) => /^\p{N}/u.test(tokens[place]?.text ?? '')
  const start = isNumberAt(at) ? at + 1 + Number(isOrdinal(tokens[at + 1])) : at
  const behind = start + Number(start > at && tokens[start]?.word === 'of')
  const name = tokens[behind]
  const month = MONTHS.findIndex((known) => known.toLowerCase() === name?.word) + 1
  if (name === undefined || month === 0 || name.use !== null) return null
  const early = start > at ? dayOf(tokens[at]) : null
  if (start > at && early === null) return null
  const late = early === null && !isYear(tokens[behind + 1]) ? dayOf(tokens[behind + 1]) : null
  const afterDay = behind + 1 + (late === null ? 0 : 1 + Number(isOrdinal(tokens[behind + 2])))
  const afterOf = afterDay + Number(tokens[afterDay]?.word === 'of')
  const year = isYear(tokens[afterOf]) ? Number(tokens[afterOf]?.word) : null
  const isPlainWord = /^(?:may|march)$/.test(name.word) && !name.isName
  if (isPlainWord && year === null) return null
  const end = year === null ? afterDay : afterOf + 1
  return { month, day: early ?? late, year, tokens: tokens.slice(early === null ? behind : at, end) }
}

function isOrdinal(token: Token | undefined): boolean {
  return /^(?:st|nd|rd|th)$/.test(token?.word ?? '')
}

function dayOf(token: Token | undefined): number | null {
  const day = /^\d{1,2}$/.test(token?.word ?? '') ? Number(token?.word) : 0
  return day >= 1 && day <= 31 ? day : null
}

function isYear(token: Token | undefined): boolean {
  return /^(?:1[4-9]|20|21)\d\d$/.test(token?.word ?? '')
}

function wordBefore({ tokens: [first] }: Moment, tokens: readonly Token[]): string {
  return first === undefined ? '' : (tokens[tokens.indexOf(first) - 1]?.word ?? '')
}

/** The bound that includes its own day: "on or after 1 June 2024". */
function leadBefore({ tokens: [first] }: Moment, tokens: readonly Token[]): string | undefined {
  const at = first === undefined ? 0 : tokens.indexOf(first)
  const [on, or, bound] = tokens.slice(Math.max(0, at - 3), at).map(({ word }) => word)
  const isInclusive = /^(?:on|in)$/.test(on ?? '') && or === 'or'
  return isInclusive ? INCLUSIVE.get(bound ?? '') : undefined
}

/** The same behind a moment: "June 2024 or later". Marks its word as used. */
function leadBehind({ tokens: own }: Moment, tokens: readonly Token[]): string | undefined {
  const last = own.at(-1)
  const [or, bound] = last === undefined ? [] : tokens.slice(tokens.indexOf(last) + 1)
  if (bound === undefined || !/^(?:or|and)$/.test(or?.word ?? '')) return undefined
  const lead = INCLUSIVE.get(bound.word)
  if (lead !== undefined) use([bound])
  return lead
}

const INCLUSIVE: ReadonlyMap<string, string> = new Map([
  ['after', 'since'],
  ['later', 'since'],
  ['onwards', 'since'],
  ['before', 'until'],
  ['earlier', 'until'],
])

/** Whether two moments are the ends of a time: "from June to August", "between 1 May and 5 June 2024". */
function isRange([first, second]: readonly [Moment, Moment], tokens: readonly Token[]): boolean {
  const before = wordBefore(first, tokens)
  const between = wordBefore(second, tokens)
  return (
    (before === 'from' && /^(?:to|until|till|through)$/.test(between)) ||
    (before === 'between' && between === 'and')
  )
}

function findRange([first, second]: readonly [Moment, Moment], { tokens, column }: Place): Filter[] {
  if (first.year === null && first.day === null && second.day === null) {
    const count = ((second.month - first.month + 12) % 12) + 1
    const isOverNewYear = second.month < first.month
    // "November to February" of one year may be either of two winters, and it is unknown which one is meant.
    if (isOverNewYear && tokens.some(isYear)) return []
    useAlone([first, second], tokens)
    const months = Array.from({ length: count }, (_, more) => ((first.month - 1 + more) % 12) + 1)
    return [{ kind: 'months', column, months }]
  }
  const from = daysOf(first, second.year ?? onlyYear(column))
  const to = daysOf(second, onlyYear(column))
  if (from === null || to === null || from.first > to.last) return []
  useAll([first, second], tokens)
  return [{ kind: 'dates', column, from: from.first, to: to.last }]
}

function findDates(lead: string, moment: Moment, { tokens, column }: Place): Filter[] {
  const named = tokens.filter(isYear)
  const year = named.length === 1 ? Number(named[0]?.word) : onlyYear(column)
  const days = daysOf(moment, year)
  if (days === null) return []
  useAll([moment], tokens)
  // "In 2024 before June" begins with that year.
  const isOfYear = moment.year === null && named.length === 1
  if (isOfYear) use(named)
  const start = isOfYear ? `${year}-01-01` : null
  const end = isOfYear ? `${year}-12-31` : null
  const bounds = new Map<string, readonly [from: string | null, to: string | null]>([
    ['before', [start, moveDays(days.first, -1)]],
    ['until', [start, days.last]],
    ['till', [start, days.last]],
    ['through', [start, days.last]],
    ['since', [days.first, end]],
    ['after', [moveDays(days.last, 1), end]],
  ])
  const [from, to] = bounds.get(lead) ?? [days.first, days.last]
  return [{ kind: 'dates', column, from, to }]
}

/** The first and the last day of a moment; null without its year, and for a day that no month has. */
function daysOf({ month, day, year: own }: Moment, known: number | null) {
  const year = own ?? known
  if (year === null) return null
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (day !== null && day > lastOfMonth) return null
  return { first: isoDate(year, month, day ?? 1), last: isoDate(year, month, day ?? lastOfMonth) }
}

function isoDate(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function moveDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

/** The year of all samples of a column; null when they have several years, or when there is only one sample. */
function onlyYear({ samples }: Column): number | null {
  const years = new Set(samples.map((sample) => /\b(?:1[4-9]|20|21)\d\d\b/.exec(sample)?.[0]))
  const [year] = years
  return samples.length > 1 && years.size === 1 && year !== undefined ? Number(year) : null
}

const ORDINALS: readonly string[] = ['first', 'second', 'third', 'fourth']

/** Finds quarters and halves of a year: "Q2", "the second quarter", "H1", "the first half of 2024". */
function findParts(tokens: readonly Token[], column: Column): Filter[] {
  return tokens.flatMap((token, at): Filter[] => {
    const short = /^([qh])([1-4])$/.exec(token.word)
    const next = tokens[at + 1]
    const length = short?.[1] === 'h' || next?.word === 'half' ? 6 : 3
    const isWritten = next?.word === 'quarter' || (next?.word === 'half' && tokens[at + 2]?.word === 'of')
    const spelled = isWritten ? ORDINALS.indexOf(token.word) + 1 : 0
    const part = short ? Number(short[2]) : spelled
    if (part === 0 || part * length > 12 || /^(?:before|after|since|until|to|from)$/.test(leadOf(tokens, at)))
      return []
    use(short || next === undefined ? [token] : [token, next])
    const months = Array.from({ length }, (_, more) => (part - 1) * length + more + 1)
    return [{ kind: 'months', column, months }]
  })
}

function leadOf(tokens: readonly Token[], at: number): string {
  return tokens.slice(0, at).findLast(({ word }) => word !== 'the')?.word ?? ''
}

/** Marks the words of moments, and those in front of them. */
function useAll(moments: readonly Moment[], tokens: readonly Token[]): void {
  for (const moment of moments) use(moment.tokens)
  useLeads(moments, tokens)
}

/** Marks the names of the months alone: their year becomes another condition. */
function useAlone(moments: readonly Moment[], tokens: readonly Token[]): void {
  for (const moment of moments) use(moment.tokens.slice(0, 1))
  useLeads(moments, tokens)
}

function useLeads(moments: readonly Moment[], tokens: readonly Token[]): void {
  for (const {
    tokens: [first],
  } of moments) {
    const lead = first && tokens[tokens.indexOf(first) - 1]
    if (lead && (BOUND.test(lead.word) || RANGE.test(lead.word))) use([lead])
  }
}

function use(tokens: readonly Token[]): void {
  for (const token of tokens) token.use = 'filter'
}
