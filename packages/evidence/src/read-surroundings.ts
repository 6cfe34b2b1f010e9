import { clauseOf } from './clause-of.ts'
import { earlierRows, isStart } from './earlier-rows.ts'
import type { Scopes, TextScope } from './find-scopes.ts'
import { keyedRows } from './keyed-rows.ts'
import { type Extreme, type MovedBetween, type Surroundings, scoreColumn } from './match-cells.ts'
import type { Neighbours } from './narrow-rounding.ts'
import type { ProvenNumber } from './number-span.ts'
import { once } from './once.ts'
import { placedWithin } from './placed-within.ts'
import { findPointed, type Pointed } from './pointed-rows.ts'
import { type Cues, readCues } from './read-cues.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { ResultTable } from './result-table.ts'
import { fold } from './words-of.ts'

/** The answer, the results, and what was read of them so far. */
export type Search = {
  readonly text: string
  readonly numbers: readonly WrittenNumber[]
  readonly tables: readonly ResultTable[]
  // Numbers of the user's messages. They are read only for a date, and for a number that no cell of a named row proves:
  // for a session of 30 questions, reading takes a quarter of the time of a judgement.
  readonly asked: () => readonly WrittenNumber[]
  readonly asksYear: (year: number) => boolean
  readonly conditions: () => readonly number[]
  readonly scopesOf: (offset: number) => Scopes
  // What was found about the scopes, each once.
  readonly pointed: Map<ResultTable, Map<TextScope, Pointed>>
  readonly others: Map<Pointed, readonly WrittenNumber[]>
  readonly cues: Map<TextScope, Cues>
  /** By the offset at which the head of a table's column begins. */
  readonly neighbours: Map<number, Neighbours>
  readonly scores: Map<ResultTable, Map<TextScope, readonly number[]>>
  /** Numbers that are the bound of a count: the 14 of "3 months are below 14 °C". */
  readonly bounds: Set<WrittenNumber>
  /** The numbers that were proven so far by a result. */
  readonly proven: Map<WrittenNumber, ProvenNumber>
  /** The highest or lowest value that a sentence has stated so far. */
  readonly extremes: Map<TextScope, Extreme & { readonly table: ResultTable }>
}

/** What is around a number, for each result. */
export function allAround(
  number: WrittenNumber,
  search: Search,
): (Surroundings & { readonly table: ResultTable })[] {
  const scopes = search.scopesOf(number.offset)
  return search.tables.map((table) => surroundings(number, { table, scopes, search }))
}

function surroundings(
  number: WrittenNumber,
  { table, scopes, search }: { table: ResultTable; scopes: Scopes; search: Search },
): Surroundings & { readonly table: ResultTable } {
  const { text, numbers } = search
  const { clause, sentence, lead, header } = scopes
  const known = kept(search.pointed, table, () => new Map<TextScope, Pointed>())
  const point = (scope: TextScope) => kept(known, scope, () => findPointed(table, { scope, text, numbers }))
  const inSentence = point(sentence)
  const others = kept(search.others, inSentence, () =>
    placedWithin(sentence, numbers).filter(({ offset, date }) => {
      return !date && !inSentence.mentions.some(({ at, end }) => offset >= at && offset < end)
    }),
  )
  const scores = kept(search.scores, table, () => new Map<TextScope, readonly number[]>())
  const head = header ? text.slice(header.start, Math.min(header.end, header.start + MOST_SENTENCE)) : ''
  const read = () => readCues(`${sentenceOf(text, scopes)} ${head}`)
  const position = { index: others.indexOf(number), count: others.length }
  const { start } = clause
  const near =
    rowsRespectively(inSentence, position, sentenceOf(text, scopes)) ??
    (header ? null : rowsInTurn(inSentence, { position, others })) ??
    clauseOf(number, { clause: point(clause), start, sentence: inSentence, begin: sentence.start, text })
  const extreme = search.extremes.get(sentence)
  const headerOf = ({ offset }: WrittenNumber) => search.scopesOf(offset).header
  // Few numbers need these.
  const keyed = once(() => keyedRows(number, table, { text, numbers, scopes, headerOf }))
  const isWhole = once(() => WHOLE.test(text.slice(Math.max(0, number.offset - MOST_BEFORE), number.offset)))
  const whole = once(() => wholeBehind(number, text))
  return {
    table,
    scopes,
    cues: header ? read() : kept(search.cues, sentence, read),
    clauseCues: kept(search.cues, clause, () => readCues(text.slice(clause.start, clause.end))),
    scores: kept(scores, header ?? clause, () =>
      table.columns.map(({ words }) => scoreColumn(words, scopes)),
    ),
    clause: near,
    sentence: inSentence,
    lead: lead && point(lead),
    position,
    earlier: earlierRows(number, table, { clause: near, sentence: inSentence, scopes, text }),
    stated: () => statedColumns(number, { search, table, sentence }),
    ends: once(() => movedBetween(number, { search, table, sentence })),
    extreme: extreme?.table === table ? extreme : null,
    isWhole,
    whole,
    keyed,
  }
}

/** A number behind these words is the whole of a share: "42 % of the 113". */
const WHOLE =
  /(?:%|\b(?:percent|prozent|pour cent|por ciento|share|half|thirds?|quarters?))\s+(?:of|der|des|von|de|del)\s+(?:(?:the|our|all|its|les|los|las|insgesamt|a)\s+){0,2}(?:total\s+(?:of\s+)?)?[*_]{0,2}[$€£¥]?$/i
const MOST_BEFORE = 40

/** The word of what a number is a part of: "houses" behind "24 % of all". */
const PART_OF =
  /^\s*(?:%|percent|prozent|pour cent|por ciento)?[*_]{0,2}\s+(?:of|der|des|von|de|del)\s+(?:(?:the|all|our|its|total|les|los|las|aller|tou[st]e?s)\s+){0,2}(\p{L}+)/iu

function wholeBehind({ offset, length }: WrittenNumber, text: string): string | null {
  const found = PART_OF.exec(text.slice(offset + length, offset + length + 2 * MOST_BEFORE))?.[1]
  return found === undefined ? null : fold(found)
}

const RESPECTIVELY = /\b(?:respectively|respectivement|respectivamente|beziehungsweise|bzw)\b|分别|分別/i

/** The row of the first name for the first number, and so on, where the sentence says "respectively"; else null. */
function rowsRespectively(
  sentence: Pointed,
  { index, count }: Surroundings['position'],
  words: string,
): Pointed | null {
  const { mentions } = sentence
  if (mentions.length < 2 || index < 0 || count % mentions.length > 0 || !RESPECTIVELY.test(words))
    return null
  const mention = mentions[index % mentions.length]
  const isOneKind = mentions.every(({ column }) => column === mention?.column)
  return mention && isOneKind ? { rows: mention.rows, mentions: [mention] } : null
}

/** The columns of the cells that the earlier numbers of a sentence state. */
function statedColumns(
  number: WrittenNumber,
  { search, table, sentence }: { search: Search; table: ResultTable; sentence: TextScope },
): ReadonlySet<string> {
  const before = placedWithin({ start: sentence.start, end: number.offset }, search.numbers)
  const spans = before.flatMap((one) => search.proven.get(one) ?? [])
  const cells = spans.filter(({ kind, step }) => kind === 'cell' && step === table.result.step)
  return new Set(cells.flatMap(({ column }) => column ?? []))
}

/** The cells of the last "from 310 to 402" in front of a number in its sentence. */
function movedBetween(
  number: WrittenNumber,
  { search, table, sentence }: { search: Search; table: ResultTable; sentence: TextScope },
): MovedBetween | null {
  const before = placedWithin({ start: sentence.start, end: number.offset }, search.numbers)
  const at = before.findLastIndex((one, index) => index < before.length - 1 && isStart(one, search.text))
  const [from, to] = before.slice(at, at + 2).map((one) => search.proven.get(one))
  if (at < 0 || from?.kind !== 'cell' || to?.kind !== 'cell' || from.column === null) return null
  const isOfTable = from.step === table.result.step && to.step === from.step && from.column === to.column
  return isOfTable && from.row !== null && to.row !== null
    ? { column: from.column, rows: [from.row - 1, to.row - 1] }
    : null
}

/** The row of the name in front of a number, where names and numbers of a sentence stand in turn: "A 12 > B 9 > C 7". */
function rowsInTurn(
  { rows, mentions }: Pointed,
  given: { readonly position: Surroundings['position']; readonly others: readonly WrittenNumber[] },
): Pointed | null {
  const { position, others } = given
  // Where the sentence names some rows, its clauses are read.
  if (rows.size > 0 || mentions.length < 2 || mentions.length !== others.length) return null
  const [first] = mentions
  const isInTurn = mentions.every(({ end, column }, index) => {
    const [own, next] = [others[index]?.offset ?? -1, mentions[index + 1]?.at ?? Number.POSITIVE_INFINITY]
    return end <= own && own < next && column === first?.column
  })
  const mention = mentions[position.index]
  return isInTurn && mention ? { rows: mention.rows, mentions: [mention] } : null
}

/** Returns what a map holds for a key; makes it the first time. */
export function kept<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key)
  if (found !== undefined) return found
  const value = make()
  known.set(key, value)
  return value
}

/** Characters of a sentence whose words are read. */
const MOST_SENTENCE = 1000

/** Returns the beginning of the sentence of some scopes: the part whose words are read. */
export function sentenceOf(text: string, { sentence }: Scopes): string {
  return text.slice(sentence.start, Math.min(sentence.end, sentence.start + MOST_SENTENCE))
}
