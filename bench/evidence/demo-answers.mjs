// Answers of the demo model about public data sets, whole and with a changed digit or the value of another row in each
// number that its results prove.
import { proveNumbers } from '@parley/evidence'
import { stepResults } from '../../packages/core/src/run/step-results.ts'
import { play } from '../../packages/demo-model/src/testing/play-tools.ts'

/** Questions about several measures in several groups. */
const GRIDS = [
  {
    measures: ['horsepower', 'weight in lbs', 'miles per gallon'],
    figures: ['average', 'highest', 'lowest'],
    groups: ['origin', 'cylinders'],
    table: 'of cars',
  },
  {
    measures: ['US gross', 'worldwide gross', 'production budget', 'IMDB rating'],
    figures: ['average', 'total', 'highest'],
    groups: ['major genre', 'distributor', 'director'],
    table: 'of movies',
  },
  {
    measures: ['maximum temperature', 'minimum temperature', 'precipitation', 'wind speed'],
    figures: ['average', 'highest', 'total'],
    groups: ['month', 'year', 'weather'],
    table: 'in Seattle',
  },
  {
    measures: ['life expectancy', 'fertility', 'population'],
    figures: ['average', 'highest', 'total'],
    groups: ['country', 'year'],
    table: 'in gapminder',
  },
  { measures: ['price'], figures: ['average', 'highest', 'lowest'], groups: ['symbol'], table: 'of stocks' },
]

/** Measures and groups that were not looked at when the rules were made. */
const UNSEEN_GRIDS = [
  {
    measures: ['displacement', 'acceleration', 'miles per gallon'],
    figures: ['median', 'total', 'average'],
    groups: ['year', 'origin', 'name'],
    table: 'of cars',
  },
  {
    measures: ['rotten tomatoes rating', 'IMDB votes', 'US DVD sales', 'running time'],
    figures: ['average', 'total', 'highest', 'lowest'],
    groups: ['MPAA rating', 'source', 'creative type', 'major genre'],
    table: 'of movies',
  },
  {
    measures: ['minimum temperature', 'wind speed', 'precipitation'],
    figures: ['lowest', 'median'],
    groups: ['month', 'weather', 'year'],
    table: 'in Seattle',
  },
  {
    measures: ['body mass', 'flipper length', 'beak length', 'beak depth'],
    figures: ['average', 'highest', 'lowest', 'median'],
    groups: ['species', 'island', 'sex'],
    table: 'of penguins',
  },
]

const UNSEEN_QUESTIONS = [
  ...questionsOf(UNSEEN_GRIDS),
  ...[4, 7, 12].flatMap((count) => [
    `Which ${count} movies had the highest production budget?`,
    `Which ${count} penguins are the heaviest?`,
    `Which ${count} cars have the lowest acceleration?`,
  ]),
  'How many penguins are there by island?',
  'How many movies are there by MPAA rating?',
  'How many cars are there by year?',
]

const QUESTIONS = [
  ...questionsOf(GRIDS),
  ...[3, 5, 10].flatMap((count) => [
    `Which ${count} movies earned most worldwide?`,
    `Which ${count} cars have the most horsepower?`,
    `Which ${count} countries had the highest life expectancy in 2005?`,
  ]),
  ...['AAPL', 'MSFT', 'GOOG', 'IBM', 'AMZN'].map((symbol) => `How did the price of ${symbol} develop?`),
  ...[2012, 2013, 2014, 2015].map((year) => `How many rainy days were there in Seattle in ${year}?`),
  'How many cars are there by origin?',
  'How many movies are there by major genre?',
  'Which active validator has the highest total stake, and what share of all stake is that?',
]

/** @param {typeof GRIDS} grids */
function questionsOf(grids) {
  return grids.flatMap(({ measures, figures, groups, table }) =>
    measures.flatMap((measure) =>
      figures.flatMap((figure) => [
        `What is the ${figure} ${measure} ${table}?`,
        ...groups.map((group) => `What is the ${figure} ${measure} ${table} by ${group}?`),
      ]),
    ),
  )
}

/**
 * Judges the answers to the questions that the rules were made with, or to unseen ones. `right` gets the spans of a
 * whole answer. `wrong` gets the spans of an answer with a fault, and the place of the fault.
 *
 * @param {{ random: () => number, isUnseen: boolean, right: (text: string, spans: Span[], context: string) => void, wrong: (text: string, judged: { spans: Span[], offset: number, length: number, kind: string, context: string }) => void, timed: (judge: () => Span[]) => Span[] }} given
 */
export function judgeDemoAnswers({ random, isUnseen, right, wrong, timed }) {
  for (const question of isUnseen ? UNSEEN_QUESTIONS : QUESTIONS) {
    const played = play(question)
    if (played.rows.length === 0) continue
    const judge = (/** @type {string} */ text) => timed(() => spansOf(text, question, played))
    const context = `demo model, ${question}`
    const spans = judge(played.answer)
    right(played.answer, spans, context)
    const [label] = Object.keys(played.rows[0] ?? {})
    for (const span of spans) {
      // A wrong name of a row flags the value next to it and not the name, so names get no fault.
      if (span.column === label && spans.some(({ column }) => column !== label)) continue
      for (const fault of [changeDigit(span, played.answer, random), swapRow(span, spans, played.answer)])
        if (fault) {
          const text = replace(played.answer, span, fault.shown)
          const place = { offset: span.offset, length: fault.shown.length, kind: fault.kind, context }
          wrong(text, { spans: judge(text), ...place })
        }
    }
  }
}

/** @typedef {import('@parley/evidence').ProvenNumber} Span */
/** @typedef {ReturnType<typeof play>} Played */

/** @param {string} text @param {string} question @param {Played} played @returns {Span[]} */
function spansOf(text, question, { rows: given, allRows, sql, metadata }) {
  // The results of the demo model are JSON.
  const rows = /** @type {import('@parley/domain').JsonObject[]} */ (given)
  const columns = Object.keys(rows[0] ?? {})
  const whole = allRows.length > rows.length && {
    whole: { figures: () => figuresOf(columns, allRows), found: [] },
  }
  const result = { step: 2, columns, rows, rowCount: allRows.length, ...whole }
  return [
    ...proveNumbers({ text, question, results: [...readMetadata(metadata), result], statements: sql }),
  ].filter((span) => span !== null)
}

/** The step before the statement, as the service reads it. @param {string} metadata */
function readMetadata(metadata) {
  const step = {
    stepId: 1,
    agentName: 'find_metadata',
    status: 'ok',
    input: {},
    output: JSON.parse(metadata),
  }
  return stepResults([/** @type {import('@parley/domain').RunStep} */ (/** @type {unknown} */ (step))])
}

/** The figures that the service keeps of a result when the trace has only some of its rows. @param {string[]} columns @param {Played['allRows']} rows */
function figuresOf(columns, rows) {
  return columns.flatMap((column) => {
    const values = rows.flatMap((row) => (typeof row[column] === 'number' ? row[column] : []))
    const sorted = values.toSorted((a, b) => a - b)
    if (sorted.length === 0) return []
    const at = (/** @type {number} */ place) => sorted[place] ?? 0
    const count = sorted.length
    const sum = sorted.reduce((total, value) => total + value, 0)
    const median = (at(count >> 1) + at((count - 1) >> 1)) / 2
    const distinct = new Set(sorted).size
    return { column, count, distinct, sum, mean: sum / count, min: at(0), max: at(count - 1), median }
  })
}

/** @param {string} text @param {Span} span @param {string} shown */
function replace(text, { offset, length }, shown) {
  return text.slice(0, offset) + shown + text.slice(offset + length)
}

/** @param {Span} span @param {string} text @param {() => number} random */
function changeDigit({ offset, length, kind }, text, random) {
  const shown = text.slice(offset, offset + length)
  const places = [...shown.matchAll(/\d/g)].map(({ index }) => index)
  // A name that holds a number, and a number of the question, have no digit that only a result knows.
  if ((kind !== 'cell' && kind !== 'derived') || places.length === 0) return null
  const at = places[Math.floor(random() * places.length)] ?? 0
  const digit = (Number(shown[at]) + 1 + Math.floor(random() * 8)) % 10
  const changed = shown.slice(0, at) + digit + shown.slice(at + 1)
  return /^0\d/.test(changed) ? null : { kind: 'changed digit', shown: changed }
}

/** The text of the next number from another row of the same column. @param {Span} span @param {Span[]} spans @param {string} text */
function swapRow(span, spans, text) {
  if (span.kind !== 'cell') return null
  const other = spans.find(
    ({ kind, row, column, value }) =>
      kind === 'cell' && column === span.column && row !== span.row && value !== span.value,
  )
  const shown = other && text.slice(other.offset, other.offset + other.length)
  return shown === undefined || shown === text.slice(span.offset, span.offset + span.length)
    ? null
    : { kind: 'swapped row', shown }
}
