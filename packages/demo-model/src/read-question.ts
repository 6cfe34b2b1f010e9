import { stem } from './words.ts'

/** One word of the question. `use` says which part of the plan used it, so that no word is used twice. */
export type Token = {
  readonly text: string
  readonly word: string
  readonly stem: string
  readonly isName: boolean
  use: string | null
}

export type Aggregate = 'avg' | 'sum' | 'max' | 'min' | 'median' | 'count'
export type Grain = 'year' | 'quarter' | 'month' | 'calendar-month' | 'week' | 'day' | 'weekday' | 'hour'
export type ChartType = 'line' | 'bar' | 'pie' | 'scatter' | 'area' | 'any'

export type Question = {
  readonly text: string
  readonly tokens: Token[]
  readonly aggregate: Aggregate | null
  /** The wanted order of the rows: true for largest first, false for smallest first. */
  readonly isDescending: boolean | null
  readonly limit: number | null
  readonly grain: Grain | null
  readonly isOverTime: boolean
  readonly isShare: boolean
  readonly isDistinct: boolean
  readonly isRelation: boolean
  readonly isDistribution: boolean
  readonly isComparison: boolean
  readonly isRowsWanted: boolean
  readonly chart: ChartType | null
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
}
/** "Four cylinders" are 4 cylinders. "One" is also a pronoun, and "Seven" in a title is a name. */
const NUMBER_WORD = new RegExp(
  String.raw`\b(?:${Object.keys(NUMBER_WORDS)
    .filter((word) => word !== 'one')
    .join('|')})\b`,
  'g',
)
const CHART_WORD = `(?:chart|graph|plot|diagram|histogram|visuali[sz]ation)`
const DRAW_WORD = String.raw`\b(?:draw|plot|graph|chart|visuali[sz]e|diagram|histogram)\b`
const HIGH =
  'highest|most|largest|biggest|greatest|maximum|longest|oldest|fastest|heaviest|strongest|hottest|warmest|wettest|windiest|best|top|richest|tallest|costliest|deadliest|leading'
const LOW =
  'lowest|least|smallest|fewest|minimum|shortest|youngest|slowest|lightest|weakest|coldest|driest|worst|bottom|poorest|cheapest'
const STOP_WORDS = new Set(
  `a an and are as at be been being by can compare could did do does each every for from give had has have how i in is it its list
  many me much my of on or our please show tell than that the their them there these they this those to versus vs was we were what
  when where which who whose will with would you your per across among between over under above below since until before after
  during about all any only instead now same split break down into again also both just so if then find get display whole
  overall entire data dataset table row record value different distinct unique number count total sum average mean median share
  percentage percent proportion fraction part trend time develop development evolve evolution change grow growth history relationship
  correlation correlate relate related distribution distributed respective respectively more less greater fewer least exactly
  one two three four five six seven eight nine ten twelve fifteen twenty please kindly made make making want need like know
  thanks question answer come came ever year years yearly happen happened occur occurred exist exists know let us using use group grouped sort sorted rank ranked
  ${HIGH.replaceAll('|', ' ')} ${LOW.replaceAll('|', ' ')}`
    .split(/\s+/)
    .map(stem),
)

/** Reads what a question asks for from its words alone, without a table. */
export function readQuestion(asked: string): Question {
  const text = asked.replace(NUMBER_WORD, (word) => String(NUMBER_WORDS[word] ?? word))
  const lower = text.toLowerCase()
  const plain = lower.replace(/instead of [^.?!]*/g, '')
  const chart = readChart(plain)
  const tokens = tokenize(text)
  const isOverTime =
    /\bover (?:the )?(?:time|years|months)\b|\b(?:develop|development|trend|evolve|evolution|history)\w*|\b(?:chang|grow|grew|grown)\w*|\btime series\b/.test(
      plain,
    )
  return {
    text,
    tokens,
    aggregate: readAggregate(plain),
    isDescending: readOrder(plain),
    limit: readLimit(plain),
    grain: readGrain(plain, isOverTime),
    isOverTime,
    isShare: /\b(?:share|percentage|percent|proportion|fraction)\b|%/.test(plain),
    isDistinct: /\b(?:different|distinct|unique)\b/.test(plain),
    isRelation:
      /\b(?:relationship|relation|correlat\w*|scatter\w*|against)\b|\brelated? to\b|\bdepends? on\b/.test(
        plain,
      ),
    isDistribution: /\b(?:distribution|distributed|histogram)\b/.test(plain),
    isComparison: /\b(?:compar\w*|versus|vs|differ\w*)\b/.test(plain),
    isRowsWanted:
      /\b(?:some|sample|example|first|few|all)\s+(?:\d+\s+)?(?:rows|records|entries|lines)\b|\bpreview\b/.test(
        plain,
      ),
    chart,
  }
}

/** Whether a stem is grammar and names nothing in the data. */
export function isFunctionWord(word: string): boolean {
  return STOP_WORDS.has(word)
}

export const HIGHEST = new RegExp(`^(?:${HIGH})$`)
export const LOWEST = new RegExp(`^(?:${LOW})$`)
/** Words that order rows: "largest", "most", "coldest". */
export const SUPERLATIVE = new RegExp(`^(?:${HIGH}|${LOW})$`)

/** Returns the words that may name something in the data: no function words and no used words. */
export function contentTokens(tokens: readonly Token[]): Token[] {
  return tokens.filter(
    ({ use, stem: word, text }) => use === null && !STOP_WORDS.has(word) && /\p{L}{2}/u.test(text),
  )
}

/** The word behind "how many" or "the number of"; undefined without these. */
export function countedNoun(tokens: readonly Token[]): Token | undefined {
  return tokens.find(
    (_, at) =>
      tokens[at - 1]?.word === 'many' || (tokens[at - 1]?.word === 'of' && tokens[at - 2]?.word === 'number'),
  )
}

function tokenize(text: string): Token[] {
  const isChartWord = new RegExp(
    `^(?:${CHART_WORD}s?|draw|line|bar|pie|scatter|area|column|visuali[sz]e)$`,
    'i',
  )
  const isGrainWord =
    /^(?:yearly|annual|annually|monthly|weekly|daily|quarterly|hourly|weekday|month|week|quarter)s?$/i
  const hasChart = new RegExp(`${CHART_WORD}|${DRAW_WORD}`, 'i').test(text)
  const isRate = (at: number) => new RegExp(`^${RATE_OF_TIME}`, 'iu').test(text.slice(at))
  return [...text.matchAll(/\p{N}+(?:[.,]\p{N}+)*(?:%|s\b)?|\p{L}[\p{L}\p{N}'’-]*/gu)].map((match) => {
    const word = match[0].toLowerCase().replace(/['’]s$/, '')
    const before = text.slice(0, match.index).trimEnd()
    const isFirst = before === '' || /[.?!:]$/.test(before)
    const use =
      (hasChart && isChartWord.test(word) && !isNameOfColumn(text, match.index) && 'chart') ||
      (isGrainWord.test(word) && !isRate(match.index) && 'grain') ||
      (/^hours?$/.test(word) && /\b(?:by|per|each|every|which|what)$/i.test(before) && 'grain') ||
      (isOrderWord(text, match.index) && 'order') ||
      null
    return {
      text: match[0],
      word,
      stem: stem(word),
      isName: /^\p{Lu}{2,}$/u.test(match[0]) || (!isFirst && match[0] !== 'I' && /^\p{Lu}/u.test(match[0])),
      use,
    }
  })
}

/** Whether a word for a chart is a name in a table: "column 2", "the highest plot". */
function isNameOfColumn(text: string, at: number): boolean {
  const isFigure = /\b(?:total|average|mean|median|highest|lowest|by|per|each)\s+$/i.test(text.slice(0, at))
  return /^\p{L}+\s+\p{N}/u.test(text.slice(at)) || (isFigure && /^plots?\b/i.test(text.slice(at)))
}

/** Whether a word says how rows are ordered, and does not name orders of customers. */
function isOrderWord(text: string, at: number): boolean {
  return (
    /^order(?:ed)?\s+by\b/i.test(text.slice(at)) ||
    (/^order\b/i.test(text.slice(at)) && /\b(?:in|in \w+ing|alphabetical)\s+$/i.test(text.slice(0, at)))
  )
}

function readChart(text: string): ChartType | null {
  const kinds = [
    ...text.matchAll(
      /\b(line|bar|column|pie|donut|scatter|area|histogram)s?\b(?=[- ]?(?:chart|graph|plot|diagram)|s?\b)/g,
    ),
  ]
  const isAsked =
    new RegExp(`${CHART_WORD}|${DRAW_WORD}`).test(text) ||
    /\bas (?:a |an )?(?:line|bar|pie|scatter|area)/.test(text)
  if (!isAsked) return null
  const kind = kinds.at(-1)?.[1]
  if (kind === 'line' || kind === 'pie' || kind === 'scatter' || kind === 'area') return kind
  if (kind === 'bar' || kind === 'column' || kind === 'histogram') return 'bar'
  return kind === 'donut' ? 'pie' : 'any'
}

function readAggregate(text: string): Aggregate | null {
  if (/\bhow many\b|\bhow often\b|\bnumber of\b|\bcount(?:s|ed|ing)?\b/.test(text)) return 'count'
  if (/\b(?:average|mean|avg|typical(?:ly)?|on average)\b/.test(text)) return 'avg'
  if (/\bmedian\b/.test(text)) return 'median'
  if (/\b(?:total|sum|altogether|in all|combined|overall)\b|\bhow much\b/.test(text)) return 'sum'
  return null
}

function readOrder(text: string): boolean | null {
  const words = [...text.matchAll(new RegExp(`\\b(?:(${HIGH})|(${LOW}))\\b(?!\\s+of\\b)`, 'g'))]
  const isBound = (at: number) => /\bat\s+$/.test(text.slice(0, at))
  const free = words.filter(({ index }) => !isBound(index))
  // "The lightest, top 3" are light, and "the lowest average maximum" is low: another word says which end is meant.
  const last = free.filter(([word]) => !/^(?:top|bottom|maximum|minimum)$/.test(word)).at(-1) ?? free.at(-1)
  if (last === undefined) return null
  return last[1] !== undefined
}

/** Words that begin another clause: the number of "cluster 5 has the highest" is no limit. */
const CLAUSE = String.raw`(?:has|have|had|is|are|was|were|with|and|of|in)\b`

function readLimit(text: string): number | null {
  const number = String.raw`(\d{1,3}|${Object.keys(NUMBER_WORDS).join('|')})`
  const patterns = [
    new RegExp(
      String.raw`(?:^|\b(?:the|list|show|name|which|me)\s+)${number}\s+(?:\w+\s+){1,2}?with\s+(?:the\s+)?(?:${HIGH}|${LOW})\b`,
      'g',
    ),
    new RegExp(
      String.raw`(?<!\bat )\b(?:top|bottom|first|last|best|worst|${HIGH}|${LOW})\s+${number}\b`,
      'g',
    ),
    new RegExp(String.raw`\b${number}\s+(?:(?!${CLAUSE})\w+\s+){0,2}?(?:${HIGH}|${LOW})\b`, 'g'),
    new RegExp(
      String.raw`\b(?:which|what are the|list|name|show|give me)\s+(?:the\s+)?${number}\s+[a-z]`,
      'g',
    ),
  ]
  const found = patterns
    .map((pattern) => [...text.matchAll(pattern)].at(-1)?.[1])
    .find((value) => value !== undefined)
  if (found === undefined) return null
  return NUMBER_WORDS[found] ?? Number(found)
}

/** A rate that belongs to a time, as in "yearly reward rate". Its first word does not group the rows. */
const RATE_OF_TIME = String.raw`(?:yearly|annual|monthly|weekly|daily|hourly)\s+(?:\p{L}+\s+){0,2}(?:rate|return|yield|interest|salary|salarie|wage|pay|rent)s?\b`

/** "The warmest month" asks which month it is. */
const RANKED_PERIOD = String.raw`^\W*(?:(?:what|which) (?:is|was) )?(?:the )?(?!(?:most|least|fewest|top|bottom|best|worst)\b)(?:${HIGH}|${LOW})\s+(year|quarter|month|week)\b`

/** Whether a question names two years, and not the time from one to the other: "in 2023 and 2024". */
export function namesTwoYears(text: string): boolean {
  return /(?<!\b(?:between|from)\s)\b\d{4}\s+(?:and|or|vs\.?|versus|with)\s+\d{4}\b/i.test(text)
}

/** Whether a question asks which year or month it is: "which month had …", "the warmest month". */
export function asksPeriod(text: string): boolean {
  const isAsked = /\bwhich\b|\bwhat (?:year|quarter|month|week|weekday|day|hour)\b/i.test(text)
  return isAsked || new RegExp(RANKED_PERIOD, 'i').test(text)
}

function readGrain(text: string, isOverTime: boolean): Grain | null {
  const unit = `(year|quarter|month|week|day|weekday|hour)s?`
  const named = [
    ...text.matchAll(
      new RegExp(
        String.raw`\b(?:by|per|each|every|for each|which|what|across(?: the)?)\s+(?:calendar\s+)?${unit}\b`,
        'g',
      ),
    ),
  ]
  const adverb = [
    ...text
      .replace(new RegExp(RATE_OF_TIME, 'gu'), '')
      .matchAll(/\b(yearly|annual|annually|quarterly|monthly|weekly|daily|hourly)\b/g),
  ].at(-1)?.[1]
  const second = /\b(?:by|per)\s+\w+\s+and\s+(year|quarter)s?\b/.exec(text)?.[1]
  const last = named.at(-1)?.[1] ?? second ?? new RegExp(RANKED_PERIOD).exec(text)?.[1]
  if (/\bday of (?:the )?week\b/.test(text)) return 'weekday'
  if (last === 'month') return isOverTime ? 'month' : 'calendar-month'
  if (
    last === 'year' ||
    last === 'quarter' ||
    last === 'week' ||
    last === 'day' ||
    last === 'weekday' ||
    last === 'hour'
  )
    return last
  if (adverb === undefined) return null
  const adverbs: Readonly<Record<string, Grain>> = {
    yearly: 'year',
    annual: 'year',
    annually: 'year',
    quarterly: 'quarter',
    monthly: 'month',
    weekly: 'week',
    daily: 'day',
    hourly: 'hour',
  }
  return adverbs[adverb] ?? null
}
