import { boundOf } from './bound-of.ts'
import type { Column, Table } from './catalog.ts'
import { findFlags, isFlag } from './find-flags.ts'
import { isAmount } from './find-measures.ts'
import { moneyColumn } from './find-money.ts'
import { findNames } from './find-names.ts'
import { findPeriods } from './find-periods.ts'
import { findValues } from './find-values.ts'
import { figuresOf, isRowNoun, matchColumns, timeOf } from './match-columns.ts'
import type { Filter } from './plan.ts'
import { contentTokens, isFunctionWord, type Question, type Token } from './read-question.ts'
import { likeness, stem, toWords } from './words.ts'

/** Finds the conditions that a question names, and marks their words as used. */
export function findFilters(question: Question, table: Table): Filter[] {
  const periods = findPeriods(question, table)
  const isDated = periods.some(({ kind }) => kind === 'dates')
  const filters = [
    ...findMissing(question, table),
    ...findComparisons(question, table),
    ...(isDated ? [] : findYears(question, table)),
    ...periods,
    ...findFlags(question, table),
    ...findValues(question, table),
  ]
  return [...filters, ...findNames(question, table)].reduce(joinAlternatives, [])
}

/** Joins two values of one column ("France and Germany") into one condition, because no row has both. */
function joinAlternatives(filters: readonly Filter[], next: Filter): Filter[] {
  const values = valuesOf(next)
  const other = filters.find((filter) => valuesOf(filter)?.column === values?.column)
  const earlier = other === undefined ? null : valuesOf(other)
  if (values === null || earlier === null) return [...filters, next]
  const joined: Filter = { kind: 'in', column: values.column, values: [...earlier.values, ...values.values] }
  return [...filters.filter((filter) => filter !== other), joined]
}

function valuesOf(filter: Filter): { readonly column: Column; readonly values: readonly string[] } | null {
  if (filter.kind === 'in') return filter
  const [column] = filter.kind === 'name' ? filter.columns : []
  const isSure = filter.kind === 'name' && filter.columns.length === 1 && column !== undefined
  return isSure ? { column, values: [filter.value] } : null
}

/** The least share of a column's name that a question must contain to ask for its missing values. */
const NAMED = 0.6

/** Finds conditions for missing values: "without a rating", "have no director". */
function findMissing({ tokens }: Question, table: Table): Filter[] {
  return tokens.flatMap((token, at): Filter[] => {
    if (!/^(?:no|without|missing|lack|lacks|unknown)$/.test(token.word)) return []
    const next = contentTokens(tokens.slice(at + 1, at + 4))
    // "Without rain" may also mean an amount of 0, so only columns without amounts have missing values. "No garden" is a value.
    const found = matchColumns(
      table.columns.filter((column) => !isAmount(column) && !isFlag(column)),
      next.map((other) => other.stem),
    )[0]
    const isNext = found?.column.stems.some((own) => likeness(own, next[0]?.stem ?? '') > 0) ?? false
    if (found === undefined || !isNext || found.coverage < NAMED) return []
    token.use = 'filter'
    markUsed(next, (other) => found.column.stems.some((own) => likeness(own, other.stem) > 0))
    return [{ kind: 'missing', column: found.column }]
  })
}

/** The least share of a column's name that the words next to a number must match. */
const LEAST_COVERAGE = 0.44
const SCALES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    thousand: 1e3,
    million: 1e6,
    billion: 1e9,
    trillion: 1e12,
    k: 1e3,
    m: 1e6,
  }),
)

function findComparisons({ text, tokens, limit }: Question, table: Table): Filter[] {
  const numeric = figuresOf(table)
  const lower = text.toLowerCase().replace(/[$€£¥]\s?(?=\d)/g, '')
  // The 5 of "between 5 May and 9 June" is a day.
  const dated = tokens.filter(({ use }) => use === 'filter').map((token) => token.text)
  const numbers = [...lower.matchAll(/\b\d+(?:[.,]\d+)*/g)].filter(([number]) => !dated.includes(number))
  return numbers.flatMap((match): Filter[] => {
    const before = lower.slice(0, match.index)
    const { operator, rest, word } = boundOf(before, lower.slice(match.index + match[0].length))
    const isYear = new RegExp(`^${YEAR}$`).test(match[0])
    if (isYear && /\b(?:in|of|during|since|until|before|after|from|to|year)\s+$/.test(before)) return []
    const after = toWords(clauseAfter(rest, before)).slice(0, 4)
    const scale = SCALES.get(after[0] ?? '') ?? 1
    const value = Number(match[0].replaceAll(',', '')) * scale
    if (isYear && /\bbetween\b/.test(before) && !isRangeOfFigures(lower, numeric)) return []
    const nextStems = after.slice(scale === 1 ? 0 : 1, scale === 1 ? 3 : 4).map(stem)
    const hint = hintsOf(before, word)
    const priorStems = [...toWords(clauseBefore(before)).slice(-6).map(stem), ...hint]
    const next = onlyMatch(numeric, nextStems.length > 0 ? [...nextStems, ...warmthOf(before)] : [])
    const isAdjective =
      operator === undefined &&
      next !== undefined &&
      next.coverage >= 0.9 &&
      next.column.stems.some((own) => likeness(own, nextStems[0] ?? '') > 0) &&
      !/\b(?:top|which|first|best)\s+$/.test(before)
    if (operator === undefined && value === limit) return []
    const isBound = operator !== undefined && operator !== '='
    const found = next ?? (isBound ? boundBefore(table, priorStems, { before, nextStems }) : undefined)
    if (found === undefined || (operator === undefined && !isAdjective)) return []
    const near = next === undefined ? priorStems : nextStems
    if (found.coverage < LEAST_COVERAGE || isAboutAgents(found.column, near)) return []
    markUsed(
      tokens,
      (token) =>
        token.text === match[0] ||
        token.word === word ||
        (scale !== 1 && token.word === after[0]) ||
        (CURRENCY.test(token.word) && after.includes(token.word)) ||
        (near.includes(token.stem) && found.column.stems.some((own) => likeness(own, token.stem) > 0)),
    )
    return [{ kind: 'compare', column: found.column, operator: operator ?? '=', value }]
  })
}

/** The figure that words mean; undefined where two fit equally well: "4 goals" where each team has a column. */
function onlyMatch(columns: readonly Column[], stems: readonly string[]) {
  const [best, rival] = matchColumns(columns, stems)
  return rival !== undefined && rival.score === best?.score ? undefined : best
}

const CURRENCY = /^(?:dollar|euro|pound|usd|eur|gbp|chf)s?$/

/** Names for the figure that words before a number compare without naming it: "earn more than" is about a salary. */
function hintsOf(before: string, behind: string | null): string[] {
  const isAge = /\b(?:older|younger)\s+than\s+$/.test(before) || /^(?:older|younger)$/.test(behind ?? '')
  const age = isAge ? ['age'] : []
  const earned = /\bearn(?:s|ed|ing)?\b/.test(clauseBefore(before)) ? ['salary', 'wage'] : []
  const price = /\bcosts?\b/.test(clauseBefore(before)) ? ['price'] : []
  return [...age, ...earned, ...price, ...warmthOf(before)]
}

function warmthOf(before: string): string[] {
  if (/\b(?:warmer|hotter)\s+than\s+$/.test(before)) return ['temperature', 'maximum']
  return /\b(?:colder|cooler)\s+than\s+$/.test(before) ? ['temperature', 'minimum'] : []
}

type Words = { readonly before: string; readonly nextStems: readonly string[] }

/** The figure that the words before a bound name, else the amount of the rows. */
function boundBefore(table: Table, stems: readonly string[], { before, nextStems }: Words) {
  const named = onlyMatch(figuresOf(table), stems)
  // Words such as "between" stand in descriptions too, and name no column.
  return named !== undefined && named.coverage >= LEAST_COVERAGE
    ? named
    : (amountOfRows(table, before, nextStems) ?? named)
}

/** The amount of orders, invoices or expenses, which "orders over 5,000" compares without a name. */
function amountOfRows(table: Table, before: string, next: readonly string[]) {
  const column = moneyColumn(table)
  const isOfRows = toWords(before).some((word) => isRowNoun(table, stem(word)))
  const isBare = next.every((word) => isFunctionWord(word) || CURRENCY.test(word))
  return column !== null && isOfRows && isBare ? { column, score: 1, coverage: 1 } : undefined
}

/** Whether the bounds of "between … and …" are no years: one does not look like it, or a figure is named with them. */
function isRangeOfFigures(text: string, numeric: readonly Column[]): boolean {
  const range =
    /\b(with|having|whose|have|has|had)?([^,;]*)\bbetween\s+([\d.,]+)\s+and\s+([\d.,]+)\s*(\p{L}*)/u.exec(
      text,
    )
  if (range === null) return false
  const [, binding, before = '', from = '', to = '', after = ''] = range
  const isYear = (bound: string) => new RegExp(`^${YEAR}$`).test(bound)
  const beside = binding === undefined ? [after] : [...toWords(before), after]
  return !isYear(from) || !isYear(to) || matchColumns(numeric, beside.map(stem)).length > 0
}

/** The words after a number that belong to it: in "above 50 and units below 25" the units belong to 25. */
function clauseAfter(text: string, before: string): string {
  // The unit of both bounds stands after the second one.
  if (/\bbetween\s+$/.test(before)) return text.replace(/^\s+and\s+[\d.,]+/, '')
  return text.split(/\b(?:and|or|but|with|while)\b/)[0] ?? ''
}

/** The words before a number that belong to it. The "and" of "between 4 and 6" begins no other clause. */
function clauseBefore(text: string): string {
  const isBound = /\bbetween\s+[\d.,]+\s+and\s+$/.test(text)
  const clause = text.split(/\b(?:with|having|where|whose)\b/).at(-1) ?? ''
  return isBound ? clause : (clause.split(/\b(?:and|or|but|while)\b/).at(-1) ?? '')
}

/** Whether the words name agents of what the column measures: delegators are no delegated amount. */
function isAboutAgents({ stems }: Column, words: readonly string[]): boolean {
  const named = words.filter((word) => stems.some((own) => likeness(own, word) > 0))
  return named.every((word) => /[eo]r$/.test(word) && !stems.includes(word)) && named.length > 0
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
  // Two years mean a range only where they follow each other.
  [
    new RegExp(String.raw`\b${YEAR}\s+(?:and|or|vs|versus|with)\s+${YEAR}\b`),
    (one, other) =>
      Math.abs(one - other) === 1 ? [Math.min(one, other), Math.max(one, other)] : [null, null],
  ],
  [
    new RegExp(String.raw`\b(?:since|starting in)\s+${YEAR}\b|\bfrom\s+${YEAR}\s+on(?:wards?)?\b`),
    (from, later) => [Number.isNaN(from) ? later : from, null],
  ],
  [new RegExp(String.raw`\b(?:in|on) or after\s+${YEAR}\b`), (from) => [from, null]],
  [new RegExp(String.raw`\b(?:in|on) or before\s+${YEAR}\b`), (to) => [null, to]],
  [new RegExp(String.raw`\b${YEAR}\s+(?:or|and)\s+(?:after|later|newer|onwards)\b`), (from) => [from, null]],
  [new RegExp(String.raw`\b${YEAR}\s+(?:or|and)\s+(?:before|earlier|older)\b`), (to) => [null, to]],
  [new RegExp(String.raw`\bafter\s+${YEAR}\b`), (from) => [from + 1, null]],
  [new RegExp(String.raw`\bbefore\s+${YEAR}\b`), (to) => [null, to - 1]],
  [new RegExp(String.raw`\b(?:until|till|up to)\s+${YEAR}\b`), (to) => [null, to]],
  [new RegExp(String.raw`\b${YEAR}s\b`), (from) => [from, from + 9]],
  [new RegExp(String.raw`\b${YEAR}\b`), (year) => [year, year]],
]

/** Finds years. A year that the question writes as part of the table's name is no condition: "sales 2023". */
function findYears({ text, tokens }: Question, table: Table): Filter[] {
  const column = timeOf(table)
  const ownYears = new Set(`${table.source} ${table.name}`.match(/\d{4}/g))
  const ownWords = new Set(toWords(`${table.source} ${table.name}`).map(stem))
  markUsed(
    tokens,
    (token) => ownYears.has(token.word) && ownWords.has(tokens[tokens.indexOf(token) - 1]?.stem ?? ''),
  )
  const unused = tokens
    .filter(({ use }) => use === null)
    .map((token) => token.word)
    .join(' ')
  const hasDash = /[-–]/.test(text) && ownYears.size === 0
  const lower = hasDash ? text.toLowerCase() : unused
  for (const [pattern, bounds] of column === null ? [] : YEAR_PATTERNS) {
    const match = pattern.exec(lower)
    if (match === null || column === null) continue
    const [from, to] = bounds(Number(match[1]), Number(match[2]))
    if (from === null && to === null) return []
    const isBound = (word: string) => /^(?:later|newer|earlier|older|onwards)$/.test(word)
    markUsed(
      tokens,
      ({ word }) =>
        match.slice(1).includes(word.replace(/s$/, '')) || (isBound(word) && match[0].endsWith(word)),
    )
    return [{ kind: 'years', column, from, to }]
  }
  return []
}

function markUsed(tokens: readonly Token[], isMeant: (token: Token) => boolean): void {
  for (const token of tokens) {
    if (token.use === null && isMeant(token)) token.use = 'filter'
  }
}
