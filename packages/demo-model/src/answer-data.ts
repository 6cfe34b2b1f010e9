import type { JsonObject } from '@parley/domain'
import { readAmbiguity, readCatalog, readNotHere, type Table } from './catalog.ts'
import { type ChosenPlan, choosePlan } from './choose-plan.ts'
import { chooseTables } from './choose-tables.ts'
import { atPlace } from './chosen-place.ts'
import { type Conversation, findOpenPronoun, type MadeCall, resolveQuestion } from './conversation.ts'
import { correctSql } from './correct-sql.ts'
import { isMoneyWord } from './find-money.ts'
import { type DefinedQuery, followDefinition, writeDefined } from './follow-definition.ts'
import { isObject, objectsOf, readJson, textOf } from './json.ts'
import type { Move } from './move.ts'
import { noteSpellings, spellWholeValues } from './named-values.ts'
import type { Plan } from './plan.ts'
import { respellValues } from './respell-values.ts'
import {
  askWhatIsMeant,
  declineWords,
  NO_ROWS_FOR,
  NOT_UNDERSTOOD,
  noteFamily,
  noteLeftOut,
  noteRival,
  noteSpelling,
  VALUES_PENDING,
} from './texts.ts'
import { type FamilyPlan, findRivals, readFamilies } from './word-families.ts'
import { stem, toWords } from './words.ts'
import { writeAnswer } from './write-answer.ts'
import { isChartFitting, writeChart } from './write-chart.ts'
import { type Query, writeSql } from './write-sql.ts'
import { writeTable } from './write-table.ts'

type Offer = ReadonlySet<string>

const STATEMENT = /^\s*(?:select|with)\b[\s\S]+\bfrom\b/i

const CATALOG_QUESTION =
  /^(?!.*\b(?:earliest|latest|oldest|newest|first|last)\b).*\b(?:what|which|show|list|describe)\b.*\b(?:data|datasets?|tables?|columns?|sources?|fields?|schema)\b(?!.*\b(?:highest|most|average|per|by)\b)/i

/**
 * Returns the next move of an answer from data: search the metadata, run SQL, draw a chart, or answer in
 * words.
 */
export function answerData(conversation: Conversation, offered: Offer): Move {
  const { calls } = conversation
  if (STATEMENT.test(conversation.text)) return runStatement(conversation, offered)
  const found = calls.findLast(({ name }) => name === 'find_metadata')
  if (found === undefined) {
    if (!offered.has('find_metadata'))
      return say('No more tools can be called, and nothing was looked up yet.')
    return {
      kind: 'call',
      name: 'find_metadata',
      input: { user_question: resolveQuestion(conversation).text },
    }
  }
  const text = spellWholeValues(conversation.text, readFound(found.content))
  return answerFrom(found, { ...conversation, text }, offered)
}

/** Answers from a result of find_metadata. */
function answerFrom(found: MadeCall, conversation: Conversation, offered: Offer): Move {
  const { calls } = conversation
  const question = resolveQuestion(conversation)
  const { place } = conversation
  const catalog = readCatalog(withoutNote(found.content))
  const tables = catalog && atPlace(catalog, place)
  if (tables === null) return say(`The data sources could not be searched: ${found.content}`)
  if (tables.length === 0)
    return say(
      'No connected data source has anything that fits this question. Connect one under "Sources", or name a table.',
    )
  const defined = followDefinition(question, readFound(found.content))
  if (defined !== null && offered.has('execute_sql')) return runDefined(defined, calls)
  const pronoun = findOpenPronoun(question)
  if (pronoun !== null) return say(askWhatIsMeant(pronoun))
  const ambiguous =
    offered.has('ask_user') && place === null ? readAmbiguity(withoutNote(found.content)) : null
  if (ambiguous !== null) return { kind: 'call', name: 'ask_user', input: ambiguous }
  const [table] = chooseTables(question, tables)
  if (CATALOG_QUESTION.test(withoutNames(conversation.text, tables)))
    return say(describeTables(table === undefined ? tables : [table]))
  const [notHere] = /^[^.]*\./.exec(readNotHere(withoutNote(found.content))) ?? []
  // This sentence names the words that the data do not know, so it is said even where no table fits.
  const asked = choosePlan(question, tables)
  const family = readFamilies(conversation, { tables, plan: asked })
  if (notHere !== undefined && !isReadOtherwise(notHere, asked) && !isOfFamilies(notHere, family))
    return say(`${notHere} ${describeTables(table === undefined ? tables : [table])}`)
  if (table === undefined && family === null)
    return say(`None of the connected tables seems to be about this. ${describeTables(tables)}`)
  const respelled = respellValues(conversation, { tables, found: readFound(found.content), plan: asked })
  const chosen = respelled ?? family ?? asked
  if (chosen === null || (place !== null && chosen.plan.table.name !== place.table))
    return say(`${NOT_UNDERSTOOD}\n\n${describeTables(table === undefined ? tables : [table])}`)
  const { plan, leftOut } = chosen
  if (leftOut.isDecisive) return say(`${declineWords(leftOut.words)}\n\n${describeTables([plan.table])}`)
  const move = carryOut(plan, calls, offered)
  if (move.kind !== 'say') return move
  const notes = [
    ...(respelled ? [noteSpelling(respelled)] : []),
    ...(chosen === family ? family.readings.map(noteFamily) : findRivals(conversation, plan).map(noteRival)),
    ...(leftOut.words.length > 0 ? [noteLeftOut(leftOut.words)] : []),
    ...noteTotals(plan),
  ]
  return say([...notes, noteName(move.text, plan, found.content)].join('\n\n'))
}

/**
 * Whether a plan uses each word that no name resembles: the "revenue" of a table of sales with a `total`. A plan that
 * only guesses which column holds a name does not show that the data hold the name.
 */
function isReadOtherwise(notHere: string, chosen: ChosenPlan | null): boolean {
  if (chosen === null || chosen.leftOut.words.length > 0) return false
  const words = wordsNotHere(notHere)
  const isGuess = chosen.plan.filters.some(({ kind }) => kind === 'name')
  const isUsed = (word: string) => !isGuess && chosen.used.includes(word)
  return words.length > 0 && words.every((word) => isMoneyWord(stem(word)) || isUsed(word))
}

/** Whether a plan reads each word that no name resembles as a word of a family: "engineers" as Engineering. */
function isOfFamilies(notHere: string, family: FamilyPlan | null): boolean {
  const words = wordsNotHere(notHere)
  const read = family?.readings.map(({ asked }) => asked.toLowerCase()) ?? []
  return words.length > 0 && words.every((word) => read.includes(word))
}

/** The words in lower case that no name of the data resembles. */
function wordsNotHere(notHere: string): string[] {
  return [...notHere.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word.toLowerCase())
}

/** Leaves the names of tables and columns out of a question: "the highest price in sources 2024" asks for no list of sources. */
function withoutNames(text: string, tables: readonly Table[]): string {
  const named = tables.flatMap(({ name, columns }) => [
    ...name.split('.'),
    ...columns.map((column) => column.name),
  ])
  const names = named.map(toWords).filter(({ length }) => length > 1)
  return names.reduce((left, words) => left.replace(new RegExp(words.join('[\\s_]+'), 'giu'), ' '), text)
}

/**
 * Returns an answer whose plan limits rows by a name that no sample holds, with what may be wrong about that name: the
 * values are not indexed yet, or the data spell it in another way.
 */
function noteName(answer: string, { filters }: Plan, content: string): string {
  const guess = filters.find(({ kind }) => kind === 'name')
  if (guess?.kind !== 'name') return answer
  const spellings = answer.startsWith(NO_ROWS_FOR) ? noteSpellings(guess.value, readFound(content)) : ''
  return [...(isIndexing(content) ? [VALUES_PENDING] : []), `${answer}${spellings}`].join('\n\n')
}

/** The notes, from the reading of a file, about rows with totals: a figure over all rows counts their values twice. */
function noteTotals({ table, kind }: Plan): string[] {
  return kind === 'rows' ? [] : table.notes.filter((note) => /values twice/.test(note))
}

/** Whether the values of a data source are not indexed yet, so that other spellings of a name were not looked up. */
function isIndexing(content: string): boolean {
  return textOf(readFound(content).values_pending) !== ''
}

function readFound(content: string): JsonObject {
  const found = readJson(withoutNote(content))
  return isObject(found) ? found : {}
}

/** Runs the statement of a definition without changes. */
function runDefined(defined: DefinedQuery, calls: readonly MadeCall[]): Move {
  const made = calls.findLast(({ name }) => name === 'execute_sql')
  if (made === undefined) return { kind: 'call', name: 'execute_sql', input: { generated_sql: defined.sql } }
  const result = readRows(made.content)
  if (result === null) return say(`Your definition did not work. The engine says: ${made.content.trim()}`)
  return say(writeDefined(defined, result.rows))
}

/** Runs SQL that the user wrote without changes. */
function runStatement({ text, calls }: Conversation, offered: Offer): Move {
  const made = calls.findLast(({ name }) => name === 'execute_sql')
  if (made === undefined && offered.has('execute_sql'))
    return { kind: 'call', name: 'execute_sql', input: { generated_sql: text } }
  if (made === undefined) return say('This agent cannot run SQL.')
  const result = readRows(made.content)
  if (result === null) return say(`The statement did not work. The engine says: ${made.content.trim()}`)
  return say(`${result.rowCount === 1 ? '1 row' : `${result.rowCount} rows`}:\n\n${writeTable(result.rows)}`)
}

function carryOut(plan: Plan, calls: readonly MadeCall[], offered: Offer): Move {
  const attempts = calls.filter(({ name }) => name === 'execute_sql')
  const result = attempts.map(({ content }) => readRows(content)).findLast((rows) => rows !== null)
  const query = writeSql(plan)
  if (result !== undefined && result !== null) return present({ plan, query, result, calls, offered })

  const failed = attempts.at(-1)
  if (!offered.has('execute_sql')) {
    return say(
      failed === undefined
        ? `This agent cannot run SQL. ${describeTables([plan.table])}`
        : explain(failed.content),
    )
  }
  if (failed === undefined) return { kind: 'call', name: 'execute_sql', input: { generated_sql: query.sql } }
  if (attempts.length > 1) return say(explain(failed.content))
  const corrected = correctSql(plan, query.sql, failed.content)
  if (corrected === null) return say(explain(failed.content))
  return { kind: 'call', name: 'execute_sql', input: { generated_sql: corrected } }
}

type Rows = { readonly rows: readonly JsonObject[]; readonly rowCount: number; readonly step: number | null }

type Presenting = {
  readonly plan: Plan
  readonly query: Query
  readonly result: Rows
  readonly calls: readonly MadeCall[]
  readonly offered: Offer
}

function present({ plan, query, result, calls, offered }: Presenting): Move {
  const drawn = calls.findLast(({ name }) => name === 'create_graph')
  const isWanted = drawn === undefined && isChartFitting(plan, result.rowCount)
  const spec = isWanted && offered.has('create_graph') ? writeChart(plan, query.shape, result.rowCount) : null
  if (spec !== null) {
    const rows = result.step === null ? JSON.stringify(result.rows) : String(result.step)
    return {
      kind: 'call',
      name: 'create_graph',
      input: { sql_results: rows, chart_spec: JSON.stringify(spec) },
    }
  }
  const answer = writeAnswer(plan, query.shape, result)
  return say(`${answer}${chartNote(plan, drawn, offered)}`)
}

function chartNote(plan: Plan, drawn: MadeCall | undefined, offered: Offer): string {
  if (drawn !== undefined) {
    const result = readJson(withoutNote(drawn.content))
    const isDrawn = isObject(result) && result.data !== undefined
    return isDrawn ? '' : `\n\nThe chart could not be drawn: ${drawn.content}`
  }
  const isMissing = plan.chart !== null && !offered.has('create_graph')
  return isMissing ? '\n\nThis agent has no create_graph tool, so no chart was drawn.' : ''
}

function readRows(content: string): Rows | null {
  const result = readJson(withoutNote(content))
  if (!isObject(result) || !Array.isArray(result.rows)) return null
  const rows = objectsOf(result.rows)
  const rowCount = typeof result.row_count === 'number' ? result.row_count : rows.length
  return { rows, rowCount, step: typeof result.step === 'number' ? result.step : null }
}

/** Removes the note that a host may add to a result: the text after the JSON and an empty line. */
function withoutNote(content: string): string {
  const at = content.lastIndexOf('}\n\n')
  return readJson(content) === undefined && at >= 0 ? content.slice(0, at + 1) : content
}

function explain(error: string): string {
  return `The query did not work, and my one correction did not help. The engine says: ${error.trim()}`
}

function describeTables(tables: readonly Table[]): string {
  const lines = tables.slice(0, 8).map(({ name, description, rowCount, columns }) => {
    const rows = rowCount === null ? '' : `, ${rowCount.toLocaleString('en-US')} rows`
    const names = columns.slice(0, 20).map((column) => column.name)
    return `- **${name}**${rows}${description === '' ? '' : `: ${description}`} (${names.join(', ')})`
  })
  return `The search found:\n\n${lines.join('\n')}`
}

function say(text: string): Move {
  return { kind: 'say', text }
}
