import type { SourceColumn, SourceKind, SourceTable } from '@parley/domain'

/** A first question about a data source. */
export type StarterQuestion = { readonly question: string; readonly dataSourceId: string }

type Source = {
  readonly id: string
  readonly kind: SourceKind
  readonly tables: readonly SourceTable[]
}

const MAX_QUESTIONS = 4
const MAX_TABLES_PER_SOURCE = 3
const DAY_MS = 86_400_000
/** Longer spans are shown by year, shorter ones by day. */
const DAYS_BY_YEAR = 3 * 366
const DAYS_BY_MONTH = 62

const NUMBER = /int|double|decimal|float|numeric|real|number/i
const TIME = /^(date|timestamp|datetime)/i
const TEXT = /char|text|string|enum/i
/** Names in plain words, with a unit behind them or without. */
const PLAIN_NAME = /^\p{L}[\p{L}\p{N}_ ]*(\s*\([^)]{1,8}\))?$/u
/** Numbers that identify or place rows; their average means nothing. */
const NO_MEASURE =
  /(^|[_ ])(id|key|code|zip|postal|phone|year|lat|latitude|lon|lng|longitude|rank|index|cluster|group|class|level|serial|timestamp|no|nr)$/i
/** Words that the question itself uses with another meaning. */
const GRAMMAR =
  /(^|[_ ])(count|number|total|sum|average|avg|mean|median|share|percent|percentage|top|most|value|day|month|week|quarter|time|date)($|[_ ])/i
/** Measures that are added up. For others the average says more. */
const SUMMED = /(^|[_ ])(sales|revenue|profit|turnover|precipitation|rainfall)$/i
/** A column that lists exactly this many values may list a sample; any other number is all of its values. */
const SAMPLE_SIZE = 6
const MAX_GROUPS = 15

/** The questions of the ledger, whose tables have the same shape for all users. */
const LEDGER_QUESTIONS = [
  'Which validator has the highest total stake?',
  'How many validators are active?',
  'What is the current total supply?',
  'How many transactions failed?',
]

/**
 * Writes at most four first questions about data sources, from the names, types and values of their columns. The same tables
 * give the same questions. Each data source gets one before any gets two.
 */
export function writeStarterQuestions(sources: readonly Source[]): StarterQuestion[] {
  const bySource = sources.map((source, place) =>
    turned(questionsAbout(source), place).map((question) => ({ question, dataSourceId: source.id })),
  )
  const rounds = Math.max(0, ...bySource.map((questions) => questions.length))
  const inTurn = Array.from({ length: rounds }, (_, round) =>
    bySource.flatMap((questions) => questions[round] ?? []),
  )
  return inTurn.flat().slice(0, MAX_QUESTIONS)
}

/** Begins with another kind of question for each data source. */
function turned(questions: readonly string[], place: number): string[] {
  const start = questions.length === 0 ? 0 : place % questions.length
  return [...questions.slice(start), ...questions.slice(0, start)]
}

function questionsAbout({ kind, tables }: Source): string[] {
  if (kind === 'ledger') return LEDGER_QUESTIONS
  const largest = tables
    .filter(({ rowCount }) => rowCount !== 0)
    .toSorted((left, right) => (right.rowCount ?? 0) - (left.rowCount ?? 0))
    .slice(0, MAX_TABLES_PER_SOURCE)
  const byTable = largest.map(questionsOfTable)
  const rounds = Array.from({ length: MAX_QUESTIONS }, (_, round) =>
    byTable.flatMap((questions) => questions[round] ?? []),
  )
  return rounds.flat().slice(0, MAX_QUESTIONS)
}

function questionsOfTable(table: SourceTable): string[] {
  const name = toWords(table.name)
  const measures = table.columns.filter(isMeasure)
  // Where each row has its own value, a group is one row.
  const groups = table.columns.filter((column) => isGroup(column) && column.samples.length !== table.rowCount)
  const [group] = groups
  const [first, second = first] = measures
  const questions: string[] = []
  const grains = table.columns.map(grainOf).filter((found) => found !== null)
  // With two date columns, the question would not say which of them it means.
  const grain = grains.length === 1 ? grains[0] : undefined
  if (first && grain)
    questions.push(`What is the ${figure(first)} by ${grain} in ${name}? ${asChart('line')}`)
  if (first && group)
    questions.push(`What is the ${figure(first)} by ${toWords(group.name)} in ${name}? ${asChart('bar')}`)
  if (second && group)
    questions.push(`Which ${toWords(group.name)} has the highest average ${toWords(second.name)} in ${name}?`)
  if (group) questions.push(`How many rows are there by ${toWords(group.name)} in ${name}?`)
  questions.push(`How many rows are there in ${name}?`)
  return questions
}

function figure({ name }: SourceColumn): string {
  return `${SUMMED.test(name) ? 'total' : 'average'} ${toWords(name)}`
}

function asChart(kind: 'line' | 'bar'): string {
  return `Show it as a ${kind} chart.`
}

function isMeasure({ name, type }: SourceColumn): boolean {
  return NUMBER.test(type) && PLAIN_NAME.test(name) && !NO_MEASURE.test(name) && !GRAMMAR.test(name)
}

function isGroup({ name, type, samples }: SourceColumn): boolean {
  const isListed = samples.length > 1 && samples.length <= MAX_GROUPS && samples.length !== SAMPLE_SIZE
  return TEXT.test(type) && isListed && PLAIN_NAME.test(name) && !GRAMMAR.test(name)
}

/** The unit of time in which the values of a column give a readable line; null for other columns and single days. */
function grainOf({ name, type, samples }: SourceColumn): 'year' | 'month' | 'day' | null {
  if (/^year$/i.test(name) && NUMBER.test(type)) return 'year'
  if (!TIME.test(type)) return null
  const times = samples.map((sample) => Date.parse(sample)).filter((time) => !Number.isNaN(time))
  const days = (Math.max(...times) - Math.min(...times)) / DAY_MS
  if (!(days > 1)) return null
  if (days > DAYS_BY_YEAR) return 'year'
  return days > DAYS_BY_MONTH ? 'month' : 'day'
}

/** `Miles_per_Gallon` becomes `miles per gallon`; a unit at the end is left out. */
function toWords(name: string): string {
  return name
    .replace(/\s*\([^)]{1,8}\)$|[_ ](mm|cm|km|kg|usd|eur)$/i, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[_\s]+/)
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
    .trim()
}
