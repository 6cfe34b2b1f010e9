import type { Column, Table } from './catalogue.ts'
import { isRowNoun, matchColumns, timeOf } from './match-columns.ts'
import type { Filter, Operator } from './plan.ts'
import { contentTokens, type Question, type Token } from './read-question.ts'
import { likeness, stem, toWords } from './words.ts'

/** The conditions a question names. Marks their words as used. */
export function findFilters(question: Question, table: Table): Filter[] {
  return [
    ...findMissing(question, table),
    ...findComparisons(question, table),
    ...findYears(question, table),
    ...findMonths(question, table),
    ...findFlags(question, table),
    ...findValues(question, table),
    ...findNames(question, table),
  ]
}

/** "without a rating", "have no director". */
function findMissing({ tokens }: Question, table: Table): Filter[] {
  return tokens.flatMap((token, at): Filter[] => {
    if (!/^(?:no|without|missing|lack|lacks)$/.test(token.word)) return []
    const next = tokens.slice(at + 1, at + 4).filter((other) => other.use === null)
    const found = matchColumns(
      table.columns,
      next.map((other) => other.stem),
    )[0]
    if (found === undefined) return []
    markUsed(next, (other) => found.column.stems.some((own) => likeness(own, other.stem) > 0))
    return [{ kind: 'missing', column: found.column }]
  })
}

const OPERATORS: readonly (readonly [RegExp, Operator])[] = [
  [
    /\b(?:more than|over|above|greater than|exceeding|higher than|longer than|heavier than|better than|larger than)\s+$/,
    '>',
  ],
  [/\b(?:at least|no less than|minimum of)\s+$/, '>='],
  [/\b(?:less than|under|below|fewer than|lower than|shorter than|lighter than|smaller than)\s+$/, '<'],
  [/\b(?:at most|no more than|up to)\s+$/, '<='],
  [/\b(?:exactly|equal to|equals|with|having|has|have)\s+$/, '='],
]
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  k: 1e3,
  m: 1e6,
}

function findComparisons({ text, tokens, limit }: Question, table: Table): Filter[] {
  const numeric = table.columns.filter(({ kind }) => kind === 'number')
  const lower = text.toLowerCase()
  return [...lower.matchAll(/\b\d+(?:[.,]\d+)*/g)].flatMap((match): Filter[] => {
    const before = lower.slice(0, match.index)
    const operator = OPERATORS.find(([pattern]) => pattern.test(before))?.[1]
    const after = toWords(lower.slice(match.index + match[0].length)).slice(0, 4)
    const scale = SCALES[after[0] ?? ''] ?? 1
    const value = Number(match[0].replaceAll(',', '')) * scale
    const nextStems = after.slice(scale === 1 ? 0 : 1, scale === 1 ? 3 : 4).map(stem)
    const priorStems = toWords(before).slice(-6).map(stem)
    const next = matchColumns(numeric, nextStems)[0]
    const isAdjective =
      operator === undefined &&
      next !== undefined &&
      next.coverage >= 0.9 &&
      !/\b(?:top|which|first|best)\s+$/.test(before)
    if (operator === undefined && value === limit) return []
    const found =
      next ?? (operator === undefined || operator === '=' ? undefined : matchColumns(numeric, priorStems)[0])
    if (found === undefined || (operator === undefined && !isAdjective)) return []
    const near = next === undefined ? priorStems : nextStems
    markUsed(
      tokens,
      (token) =>
        token.text === match[0] ||
        (near.includes(token.stem) && found.column.stems.some((own) => likeness(own, token.stem) > 0)),
    )
    return [{ kind: 'compare', column: found.column, operator: operator ?? '=', value }]
  })
}

const YEAR = String.raw`((?:1[4-9]|20|21)\d\d)`
const YEAR_PATTERNS: readonly (readonly [
  RegExp,
  (from: number, to: number) => readonly [number | null, number | null],
])[] = [
  [
    new RegExp(String.raw`\b(?:between|from)\s+${YEAR}\s+(?:and|to|until|till|through)\s+${YEAR}\b`),
    (from, to) => [from, to],
  ],
  [new RegExp(String.raw`\b${YEAR}\s*[-–]\s*${YEAR}\b`), (from, to) => [from, to]],
  [new RegExp(String.raw`\b(?:since|from|starting in)\s+${YEAR}\b`), (from) => [from, null]],
  [new RegExp(String.raw`\bafter\s+${YEAR}\b`), (from) => [from + 1, null]],
  [new RegExp(String.raw`\bbefore\s+${YEAR}\b`), (to) => [null, to - 1]],
  [new RegExp(String.raw`\b(?:until|till|up to)\s+${YEAR}\b`), (to) => [null, to]],
  [new RegExp(String.raw`\b${YEAR}s\b`), (from) => [from, from + 9]],
  [new RegExp(String.raw`\b${YEAR}\b`), (year) => [year, year]],
]

function findYears({ text, tokens }: Question, table: Table): Filter[] {
  const column = timeOf(table)
  const unused = tokens
    .filter(({ use }) => use === null)
    .map((token) => token.word)
    .join(' ')
  const lower = /[-–]/.test(text) ? text.toLowerCase() : unused
  for (const [pattern, bounds] of column === null ? [] : YEAR_PATTERNS) {
    const match = pattern.exec(lower)
    if (match === null || column === null) continue
    const [from, to] = bounds(Number(match[1]), Number(match[2]))
    markUsed(tokens, (token) => new RegExp(`^${YEAR}s?$`).test(token.word))
    return [{ kind: 'years', column, from, to }]
  }
  return []
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

function findMonths({ tokens }: Question, table: Table): Filter[] {
  const column = timeOf(table)
  if (column === null || column.kind === 'year') return []
  return tokens.flatMap((token): Filter[] => {
    const month = MONTHS.indexOf(token.word) + 1
    if (month === 0 || !token.isName) return []
    token.use = 'filter'
    return [{ kind: 'month', column, month }]
  })
}

function findFlags({ tokens }: Question, table: Table): Filter[] {
  const flags = table.columns.filter(({ kind }) => kind === 'boolean')
  return contentTokens(tokens).flatMap((token): Filter[] => {
    const positive = token.stem.replace(/^(?:in|un|non)-?(?=\p{L}{4})/u, '')
    const meant = (word: string) => flags.find(({ stems }) => stems.some((own) => likeness(own, word) >= 0.9))
    const column = meant(token.stem) ?? meant(positive)
    if (column === undefined) return []
    token.use = 'filter'
    const before = tokens[tokens.indexOf(token) - 1]?.word
    return [{ kind: 'flag', column, isTrue: meant(token.stem) !== undefined && before !== 'not' }]
  })
}

function findValues(question: Question, table: Table): Filter[] {
  const isMeasured =
    question.isDescending !== null || (question.aggregate !== null && question.aggregate !== 'count')
  const numeric = table.columns.filter(({ kind }) => kind === 'number')
  const isMeasure = (word: string) =>
    isMeasured && numeric.some(({ stems }) => stems.some((own) => likeness(own, word) >= 0.9))
  const isTaken = (token: Token) =>
    token.use !== null || isNounOnly(table, token.stem) || isMeasure(token.stem)
  const filters = table.columns.map((column): Filter | null => {
    if (column.kind !== 'text') return null
    const values = column.samples.filter((value) => isNamed(question.tokens, { value, isTaken }))
    return values.length === 0 ? null : { kind: 'in', column, values: [...new Set(values)] }
  })
  return filters.filter((filter) => filter !== null)
}

/** Whether a word names the rows; one that merely means the same may be a value: `delegation` in a table of stakes. */
function isNounOnly(table: Table, word: string): boolean {
  const names = [...toWords(table.name), ...toWords(table.source)].map(stem)
  const isValue = table.columns.some(
    ({ kind, samples }) => kind === 'text' && samples.some((sample) => stem(sample) === word),
  )
  return isRowNoun(table, word) && (names.includes(word) || !isValue)
}

type Candidate = { readonly value: string; readonly isTaken: (token: Token) => boolean }

/** Whether the words of a value stand in the question one after the other; marks them. */
function isNamed(tokens: readonly Token[], { value, isTaken }: Candidate): boolean {
  const words = toWords(value).map(stem)
  if (words.length === 0 || words.length > 6 || value.length < 2) return false
  for (let at = 0; at + words.length <= tokens.length; at++) {
    const span = tokens.slice(at, at + words.length)
    const isSame = span.every(
      (token, index) => !isTaken(token) && isSameValue(token, words[index] ?? '', words.length),
    )
    if (!isSame) continue
    for (const token of span) token.use = 'filter'
    return true
  }
  return false
}

function isSameValue(token: Token, word: string, count: number): boolean {
  if (token.stem === word) return count > 1 || word.length > 2 || token.isName
  if (count > 1) return false
  if (likeness(token.stem, word) === 0.9 && ['usa', 'american'].includes(word)) return token.isName
  const isFamily = word.length >= 4 && token.stem.startsWith(word) && token.stem.length - word.length <= 3
  return isFamily && (token.isName || /y$/.test(token.stem))
}

/** Names that no sample shows: "in Germany". They may stand in any column of short texts. */
function findNames(question: Question, table: Table): Filter[] {
  const own = [...toWords(table.name), ...toWords(table.source), ...toWords(table.description)].map(stem)
  const isFree = (token: Token | undefined) =>
    token !== undefined &&
    token.use === null &&
    token.isName &&
    !own.includes(token.stem) &&
    !isColumnWord(table, token)
  const filters: Filter[] = []
  const { tokens } = question
  for (let at = 0; at < tokens.length; at++) {
    let end = at
    while (isFree(tokens[end])) end += 1
    if (end === at) continue
    const span = tokens.slice(at, end)
    const value =
      question.text.match(
        new RegExp(span.map(({ text }) => text.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('\\W{1,3}')),
      )?.[0] ?? ''
    const columns = columnsFor(table, tokens.slice(Math.max(0, at - 2), at))
    if (value !== '' && columns.length > 0) filters.push({ kind: 'name', columns, value })
    for (const token of span) token.use = 'filter'
    at = end
  }
  return filters
}

function columnsFor(table: Table, before: readonly Token[]): Column[] {
  const texts = table.columns.filter(({ kind }) => kind === 'text')
  const named = matchColumns(
    texts,
    before.map((token) => token.stem),
  ).find(({ coverage }) => coverage >= 0.7)
  for (const token of named === undefined ? [] : before) {
    if (named?.column.stems.some((own) => likeness(own, token.stem) > 0)) token.use = 'filter'
  }
  return named === undefined ? texts.slice(0, 6) : [named.column]
}

function isColumnWord(table: Table, token: Token): boolean {
  return table.columns.some(({ stems }) => stems.some((own) => likeness(own, token.stem) >= 0.9))
}

function markUsed(tokens: readonly Token[], isMeant: (token: Token) => boolean): void {
  for (const token of tokens) {
    if (token.use === null && isMeant(token)) token.use = 'filter'
  }
}
