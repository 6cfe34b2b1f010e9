// Answers about results of the bundled samples, of a ledger network and of the demo model, in several styles, each whole
// and with one planted fault. Everything is deterministic.

/** @typedef {Record<string, any>} Row */
/** @typedef {{ name: string, label: string, rows: Row[], measures: { column: string, words: string, unit: string, wrong: string }[] }} Table */
/** @typedef {{ text: string, at: number, length: number }} Written */
/** @typedef {{ kind: string, text: string, at: number }} Fault */

/** Mulberry32. @param {number} seed */
export function createRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * How numbers are written.
 *
 * @type {Record<string, (value: number, decimals: number) => string>}
 */
export const STYLES = {
  plain: (value, decimals) => value.toFixed(decimals),
  thousands: (value, decimals) => grouped(value, decimals, 'en-US'),
  german: (value, decimals) => grouped(value, decimals, 'de-DE'),
  narrow: (value, decimals) => grouped(value, decimals, 'fr-FR'),
  indian: (value, decimals) => grouped(value, decimals, 'en-IN'),
  swiss: (value, decimals) => grouped(value, decimals, 'en-US').replaceAll(',', "'"),
  short: (value) => short(value),
}

/** @param {number} value @param {number} decimals @param {string} locale */
function grouped(value, decimals, locale) {
  return value.toLocaleString(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

/** @param {number} value */
function short(value) {
  if (Math.abs(value) >= 1e9) return `${(value / 1e9).toFixed(2)}bn`
  if (Math.abs(value) >= 1e6) return `${(value / 1e6).toFixed(2)}M`
  return Math.abs(value) >= 1e4 ? `${(value / 1e3).toFixed(1)}k` : value.toFixed(1)
}

/**
 * A part of an answer: text, or a number with what it states.
 *
 * @typedef {string | { value: number, decimals?: number, unit?: string, kind: 'cell' | 'derived', row?: number, column?: string, wrong?: string }} Part
 */

/**
 * The sentences about a table. Each takes two different rows and a measure.
 *
 * @type {Record<string, (given: { table: Table, measure: Table['measures'][number], a: number, b: number }) => Part[] | null>}
 */
export const SENTENCES = {
  one: ({ table, measure, a }) => [
    `${nameOf(table, a)} has a ${measure.words} of `,
    cell(table, measure, a),
    '.',
  ],
  two: ({ table, measure, a, b }) => [
    `${nameOf(table, a)} has a ${measure.words} of `,
    cell(table, measure, a),
    `, while ${nameOf(table, b)} has `,
    cell(table, measure, b),
    '.',
  ],
  list: ({ table, measure }) => [
    `The ${measure.words} of each ${table.label}:\n\n`,
    ...table.rows
      .slice(0, 6)
      .flatMap((_, row) => [`- **${nameOf(table, row)}**: `, cell(table, measure, row), '\n']),
  ],
  table: ({ table, measure }) => [
    `| ${table.label} | ${measure.words} |\n|---|---|\n`,
    ...table.rows
      .slice(0, 6)
      .flatMap((_, row) => [`| ${nameOf(table, row)} | `, cell(table, measure, row), ' |\n']),
  ],
  brackets: ({ table, measure, a, b }) => [
    `By ${measure.words}, ${nameOf(table, a)} (`,
    cell(table, measure, a),
    `) and ${nameOf(table, b)} (`,
    cell(table, measure, b),
    ') stand out.',
  ],
  total: ({ table, measure }) => [
    `In total, the ${measure.words} adds up to `,
    { value: sum(table, measure), unit: measure.unit, kind: 'derived', wrong: measure.wrong },
    '.',
  ],
  mean: ({ table, measure }) => [
    `On average the ${measure.words} is `,
    {
      value: sum(table, measure) / table.rows.length,
      unit: measure.unit,
      kind: 'derived',
      wrong: measure.wrong,
    },
    '.',
  ],
  difference: ({ table, measure, a, b }) => [
    `The difference in ${measure.words} between ${nameOf(table, a)} and ${nameOf(table, b)} is `,
    {
      value: Math.abs(numberOf(table, measure, a) - numberOf(table, measure, b)),
      unit: measure.unit,
      kind: 'derived',
      wrong: measure.wrong,
    },
    '.',
  ],
  share: ({ table, measure, a }) => [
    `${nameOf(table, a)} makes up `,
    {
      value: (100 * numberOf(table, measure, a)) / sum(table, measure),
      decimals: 1,
      unit: ' %',
      kind: 'derived',
    },
    ` of the total ${measure.words}.`,
  ],
  change: ({ table, measure, a, b }) => {
    const [from, to] = [numberOf(table, measure, a), numberOf(table, measure, b)]
    if (from <= 0 || to <= from) return null
    return [
      `From ${nameOf(table, a)} to ${nameOf(table, b)} the ${measure.words} grew by `,
      { value: (100 * (to - from)) / from, decimals: 1, unit: ' %', kind: 'derived' },
      '.',
    ]
  },
  highest: ({ table, measure }) => {
    const order = table.rows
      .map((_, row) => row)
      .sort((x, y) => numberOf(table, measure, y) - numberOf(table, measure, x))
    return [
      `The highest ${measure.words} is `,
      cell(table, measure, order[0] ?? 0),
      `, the lowest `,
      cell(table, measure, order.at(-1) ?? 0),
      '.',
    ]
  },
}

/** @param {Table} table @param {number} row */
function nameOf(table, row) {
  return String(table.rows[row]?.[table.label])
}

/** @param {Table} table @param {{ column: string }} measure @param {number} row */
function numberOf(table, { column }, row) {
  return Number(table.rows[row]?.[column])
}

/** @param {Table} table @param {Table['measures'][number]} measure @param {number} row @returns {Part} */
function cell(table, measure, row) {
  return {
    value: numberOf(table, measure, row),
    unit: measure.unit,
    kind: 'cell',
    row,
    column: measure.column,
    wrong: measure.wrong,
  }
}

/** @param {Table} table @param {{ column: string }} measure */
function sum(table, measure) {
  return table.rows.reduce((total, _, row) => total + numberOf(table, measure, row), 0)
}
