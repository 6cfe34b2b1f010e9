// How well the numbers of answers are judged: answers about the bundled samples, a ledger network and the demo model in
// several styles of numbers, each whole and with one planted fault. Prints how many faults and how many right numbers
// are flagged, what was missed, and the time of a judgement. Needs no build.
//
//   node bench/evidence.bench.mjs [--misses 40] [--seed 45] [--whole]
//
// --whole also judges answers about a result of a million rows.
import { parseArgs } from 'node:util'
import { proveNumbers } from '@parley/evidence'
import { createRandom, SENTENCES, STYLES } from './evidence/corpus.mjs'
import { judgeDemoAnswers } from './evidence/demo-answers.mjs'
import { openTables } from './evidence/tables.mjs'
import { judgeWholeResult } from './evidence/whole-result.mjs'

const { values: options } = parseArgs({
  options: { misses: { type: 'string' }, seed: { type: 'string' }, whole: { type: 'boolean' } },
})

/** @typedef {import('./evidence/corpus.mjs').Part} Part */
/** @typedef {import('./evidence/corpus.mjs').Table} Table */

const FAULTS = ['changed digit', 'swapped row', 'wrong unit', 'invented total', 'wrong rounding']

const random = createRandom(Number(options.seed ?? 44))
const counts = { answers: 0, numbers: 0, flagged: 0 }
/** @type {Record<string, { planted: number, found: number }>} */
const faults = Object.fromEntries(FAULTS.map((kind) => [kind, { planted: 0, found: 0 }]))
/** @type {string[]} */
const misses = []
/** @type {number[]} */
const times = []
/** Milliseconds of processor time of all threads, one of each judgement. @type {number[]} */
const cpuTimes = []

const tables = await openTables()
for (const table of tables)
  for (const [sentence, write] of Object.entries(SENTENCES))
    for (const [style, format] of Object.entries(STYLES))
      for (const measure of table.measures) judgeAll({ table, sentence, write, style, format, measure })
report('results of statements')
for (const isUnseen of [false, true]) {
  startAgain()
  judgeDemoAnswers({
    random,
    isUnseen,
    timed,
    right: (text, spans, context) => noteRight(text, spans, context),
    wrong: (text, { spans, offset, length, kind, context }) =>
      noteWrong(text, {
        spans: spans.filter((span) => span.offset < offset + length && span.offset + span.length > offset),
        shown: text.slice(offset, offset + length),
        kind,
        context,
      }),
  })
  report(`answers of the demo model${isUnseen ? ' to questions that the rules were not made with' : ''}`)
}
if (options.whole) await reportWhole()

/** @param {{ table: Table, sentence: string, write: (typeof SENTENCES)[string], style: string, format: (typeof STYLES)[string], measure: Table['measures'][number] }} given */
function judgeAll({ table, sentence, write, style, format, measure }) {
  const a = Math.floor(random() * table.rows.length)
  const b = (a + 1 + Math.floor(random() * (table.rows.length - 1))) % table.rows.length
  const parts = write({ table, measure, a, b })
  if (parts === null) return
  const decimals = table.rows.every((row) => Number.isInteger(Number(row[measure.column]))) ? 0 : 1
  const draw = (/** @type {Part} */ part) => {
    return typeof part === 'string' ? part : format(part.value, part.decimals ?? decimals) + (part.unit ?? '')
  }
  const texts = parts.map(draw)
  const context = `${table.name}, ${sentence}, ${style}`
  judgeRight(table, texts, context)
  for (const kind of FAULTS) {
    const numbers = parts.flatMap((part, index) => (typeof part === 'string' ? [] : [index]))
    const at = numbers[Math.floor(random() * numbers.length)] ?? 0
    const part = parts[at]
    if (typeof part === 'string' || part === undefined) continue
    const wrong = plant(kind, {
      table,
      part,
      shown: texts[at] ?? '',
      format,
      decimals: part.decimals ?? decimals,
    })
    if (wrong === null || wrong === texts[at]) continue
    judgeWrong(table, { texts: texts.with(at, wrong), at, kind, context })
  }
}

/** @param {Table} table @param {string} text */
function judge(table, text) {
  const columns = Object.keys(table.rows[0] ?? {})
  const results = [{ step: 1, columns, rows: table.rows, rowCount: table.rows.length }]
  return timed(() =>
    [...proveNumbers({ text, question: '', results, statements: [] })].filter((span) => span !== null),
  )
}

/** @template Value @param {() => Value} work */
function timed(work) {
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  const value = work()
  times.push(performance.now() - start)
  const { user, system } = process.cpuUsage(cpu)
  cpuTimes.push((user + system) / 1000)
  counts.answers++
  return value
}

function startAgain() {
  Object.assign(counts, { answers: 0, numbers: 0, flagged: 0 })
  for (const fault of Object.values(faults)) Object.assign(fault, { planted: 0, found: 0 })
  misses.length = 0
  times.length = 0
  cpuTimes.length = 0
}

/** @param {Table} table @param {string[]} texts @param {string} context */
function judgeRight(table, texts, context) {
  const text = texts.join('')
  noteRight(text, judge(table, text), context)
}

/** @param {string} text @param {import('@parley/evidence').ProvenNumber[]} spans @param {string} context */
function noteRight(text, spans, context) {
  const none = spans.filter(({ kind }) => kind === 'none')
  counts.numbers += spans.length
  counts.flagged += none.length
  for (const { offset, length } of none)
    misses.push(
      `right number flagged: ${context}: ${text.slice(offset, offset + length)} in ${JSON.stringify(text)}`,
    )
}

/** @param {Table} table @param {{ texts: string[], at: number, kind: string, context: string }} given */
function judgeWrong(table, { texts, at, kind, context }) {
  const text = texts.join('')
  const start = texts.slice(0, at).join('').length
  const spans = judge(table, text).filter(
    ({ offset, length }) => offset < start + (texts[at]?.length ?? 0) && offset + length > start,
  )
  noteWrong(text, { spans, shown: texts[at] ?? '', kind, context })
}

/** @param {string} text @param {{ spans: import('@parley/evidence').ProvenNumber[], shown: string, kind: string, context: string }} given */
function noteWrong(text, { spans, shown, kind, context }) {
  const fault = faults[kind]
  if (!fault) return
  fault.planted++
  if (spans.some((span) => span.kind === 'none')) fault.found++
  else
    misses.push(
      `fault not flagged: ${kind}: ${context}: ${shown} in ${JSON.stringify(text)} as ${spans[0]?.rule}`,
    )
}

/**
 * The text of a number with a fault; null where this fault cannot be made of it.
 *
 * @param {string} kind
 * @param {{ table: Table, part: Exclude<Part, string>, shown: string, format: (typeof STYLES)[string], decimals: number }} given
 */
function plant(kind, { table, part, shown, format, decimals }) {
  const unit = part.unit ?? ''
  const write = (/** @type {number} */ value) => format(value, decimals) + unit
  switch (kind) {
    case 'changed digit': {
      const places = [...shown.matchAll(/\d/g)].map(({ index }) => index)
      const at = places[Math.floor(random() * places.length)] ?? 0
      const digit = (Number(shown[at]) + 1 + Math.floor(random() * 8)) % 10
      const changed = shown.slice(0, at) + digit + shown.slice(at + 1)
      // A zero in front does not change the number.
      return /^0\d/.test(changed) ? null : changed
    }
    case 'swapped row': {
      if (part.kind !== 'cell' || part.row === undefined || part.column === undefined) return null
      const other = (part.row + 1 + Math.floor(random() * (table.rows.length - 1))) % table.rows.length
      return write(Number(table.rows[other]?.[part.column]))
    }
    case 'wrong unit':
      return part.wrong ? format(part.value, decimals) + part.wrong : null
    case 'invented total':
      return part.kind === 'derived' ? write(part.value * (1.03 + random() * 0.2)) : null
    default: {
      // Rounds the last digit in the wrong direction.
      const step = 10 ** -decimals
      const rounded = Number(part.value.toFixed(decimals))
      return format === STYLES.short ? null : write(part.value >= rounded ? rounded + step : rounded - step)
    }
  }
}

/** @param {string} corpus */
function report(corpus) {
  const planted = Object.values(faults).reduce((total, fault) => total + fault.planted, 0)
  const found = Object.values(faults).reduce((total, fault) => total + fault.found, 0)
  console.log(`${corpus}: ${counts.answers} answers`)
  console.table({
    ...Object.fromEntries(
      Object.entries(faults).map(([kind, fault]) => [
        kind,
        { ...fault, share: percent(fault.found, fault.planted) },
      ]),
    ),
    'all faults': { planted, found, share: percent(found, planted) },
  })
  console.log(
    `right numbers flagged: ${counts.flagged} of ${counts.numbers} (${percent(counts.flagged, counts.numbers)})`,
  )
  for (const [name, ms] of Object.entries({ 'a judgement': times, 'its processor time': cpuTimes })) {
    const sorted = ms.toSorted((a, b) => a - b)
    console.log(`${name}: p50 ${at(sorted, 0.5)} ms, p95 ${at(sorted, 0.95)} ms`)
  }
  for (const miss of misses.slice(0, Number(options.misses ?? 20))) console.log(miss)
  if (misses.length > 0) console.log(`${misses.length} misses`)
}

async function reportWhole() {
  const { search, proof, numbers, proven } = await judgeWholeResult()
  for (const [name, ms] of Object.entries({ search, proof })) {
    const sorted = ms.toSorted((a, b) => a - b)
    console.log(`a million rows, ${name}: p50 ${at(sorted, 0.5)} ms, p95 ${at(sorted, 0.95)} ms`)
  }
  console.log(`${proven} of ${numbers} right numbers proven`)
}

/** @param {number} part @param {number} whole */
function percent(part, whole) {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`
}

/** @param {number[]} sorted @param {number} share */
function at(sorted, share) {
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
}
