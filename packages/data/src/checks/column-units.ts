import { splitWords } from '../metadata/split-words.ts'
import type { Select, TokenRange } from '../statement/read-selects.ts'
import {
  aggregatesIn,
  type Check,
  columnOf,
  columnText,
  type NamedColumn,
  type Probe,
  type StatementView,
  tableText,
} from './statement-view.ts'

/** Says that a statement takes a column for another unit, or a share for percent, than its name or text says. */
export const checkColumnUnits: Check = (view) =>
  view.selects.flatMap((select) => [
    ...otherAliases(view, select),
    ...otherSummands(view, select),
    ...comparedShares(view, select),
    ...multipliedPercents(view, select),
  ])

/** Spellings of units by what they measure. Short ones that are words too, such as `min`, are left out. */
const UNITS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  time: {
    milliseconds: 'ms msec millis millisecond milliseconds',
    seconds: 'sec secs second seconds',
    minutes: 'mins minute minutes',
    hours: 'hrs hour hours',
    days: 'day days',
  },
  money: {
    cents: 'cent cents',
    EUR: 'eur euro euros €',
    USD: 'usd dollar dollars $',
    GBP: 'gbp £',
    CHF: 'chf',
    JPY: 'jpy yen ¥',
  },
  mass: { grams: 'gram grams', kg: 'kg kilogram kilograms kilo', pounds: 'lb lbs', tonnes: 'tonne tonnes' },
  length: {
    mm: 'mm millimetre millimetres millimeter millimeters',
    cm: 'cm centimetre centimetres centimeter centimeters',
    metres: 'metre metres meter meters',
    km: 'km kilometre kilometres kilometer kilometers',
    miles: 'mile miles',
  },
  size: {
    bytes: 'byte bytes',
    kB: 'kb kilobyte kilobytes',
    MB: 'mb megabyte megabytes',
    GB: 'gb gigabyte gigabytes',
  },
}

type Unit = { readonly name: string; readonly measure: string }

const UNIT_BY_WORD: ReadonlyMap<string, Unit> = new Map(
  Object.entries(UNITS).flatMap(([measure, units]) =>
    Object.entries(units).flatMap(([name, words]) =>
      words.split(' ').map((word): [string, Unit] => [word, { name, measure }]),
    ),
  ),
)

/** The unit that the last word of a name says. */
function unitOfName(name: string): Unit | null {
  return UNIT_BY_WORD.get(splitWords(name).at(-1) ?? '') ?? null
}

/** The unit that a column's text says by `in …`, `(…)` or `unit: …`, or else its name. */
function unitOfColumn({ column: { name, description } }: NamedColumn): Unit | null {
  const said = description.matchAll(/(?:\bin (?:whole )?|\(|\bunit: ?)([\p{L}€$£¥]+)/giu)
  const [unit] = [...said].flatMap(([, word = '']) => UNIT_BY_WORD.get(word.toLowerCase()) ?? [])
  return unit ?? unitOfName(name)
}

/** `avg(milliseconds) AS seconds`: a column alone, or one aggregate of it, under the name of another unit. */
function otherAliases(view: StatementView, select: Select): string[] {
  const { tokens } = view.statement
  return select.items.flatMap(({ from, to }) => {
    if (tokens[to - 2]?.word !== 'as') return []
    const alias = tokens[to - 1]?.name ?? ''
    const column = wholeColumn(view, select, { from, to: to - 2 })
    const [said, held] = [unitOfName(alias), column && unitOfColumn(column)]
    if (!column || !said || !held || said.measure !== held.measure || said.name === held.name) return []
    return [
      `The name ${alias} says ${said.name}, but ${column.table.name}.${column.column.name} holds ${held.name}, and nothing converts them.`,
    ]
  })
}

/** Aggregates that keep the unit of their argument. */
const KEEPING = new Set(['sum', 'avg', 'min', 'max', 'total', 'median'])

function wholeColumn(view: StatementView, select: Select, range: TokenRange): NamedColumn | null {
  const [call, ...more] = aggregatesIn(view, select, range)
  if (!call) return columnOf(view, select, range)
  const isWhole =
    more.length === 0 &&
    KEEPING.has(call.name) &&
    view.statement.tokens[range.from]?.word === call.name &&
    call.argument.to === range.to - 1
  return isWhole ? columnOf(view, select, call.argument) : null
}

/** `price_eur + price_usd`. */
function otherSummands(view: StatementView, select: Select): string[] {
  const { tokens } = view.statement
  const ranges = [...select.items, ...select.where, ...select.having]
  return ranges.flatMap((range) =>
    operatorsIn(view, range, /^[+-]$/).flatMap((at) => {
      const [left, right] = [columnEnding(view, select, at), columnStarting(view, select, at + 1)]
      // A factor belongs to its column.
      const hasFactor = [tokens[(left?.from ?? at) - 1], tokens[right?.to ?? at]].some((one) =>
        /^[*/]$/.test(one?.text ?? ''),
      )
      const [a, b] = [left && unitOfColumn(left.column), right && unitOfColumn(right.column)]
      if (!left || !right || !a || !b || hasFactor || a.name === b.name) return []
      const names = [left, right].map(({ column: { table, column } }) => `${table.name}.${column.name}`)
      return [`${names[0]} holds ${a.name} and ${names[1]} holds ${b.name}; convert one before adding them.`]
    }),
  )
}

type Placed = TokenRange & { readonly column: NamedColumn }

function columnEnding(view: StatementView, select: Select, to: number): Placed | null {
  for (const from of [to - 3, to - 1]) {
    const column = from >= 0 ? columnOf(view, select, { from, to }) : null
    if (column) return { from, to, column }
  }
  return null
}

function columnStarting(view: StatementView, select: Select, from: number): Placed | null {
  for (const to of [from + 3, from + 1]) {
    const column = columnOf(view, select, { from, to })
    if (column) return { from, to, column }
  }
  return null
}

function operatorsIn(
  { statement: { tokens } }: StatementView,
  { from, to }: TokenRange,
  sign: RegExp,
): number[] {
  const places: number[] = []
  for (let at = from + 1; at < to - 1; at++)
    if (tokens[at]?.kind === 'symbol' && sign.test(tokens[at]?.text ?? '')) places.push(at)
  return places
}

const PERCENT = /\bpercent(?:age)?s?\b|\bpct\b|%/i
const SHARE = /\bshare\b|\bfraction\b|\bratio\b|\brate\b|\b0(?:\.0)? ?(?:to|and|-|–|\.\.) ?1(?:\.0)?\b/i

/** `percent` where the column says that its values are out of 100, `share` where it says that they are out of 1. */
function rateOf({ column: { name, description } }: NamedColumn): 'percent' | 'share' | null {
  const said = `${splitWords(name).join(' ')} ${description}`
  if (PERCENT.test(said)) return 'percent'
  return SHARE.test(said) ? 'share' : null
}

/** `pct > 0.2` where the column holds 20, and `share > 20` where it holds 0.2. */
function comparedShares(view: StatementView, select: Select): Probe[] {
  const { tokens } = view.statement
  return [...select.where, ...select.having].flatMap((range) => {
    const sign = tokens.slice(range.from, range.to).findIndex(({ text }) => /^[<>=]$/.test(text))
    const isDouble = /^[<>=]$/.test(tokens[range.from + sign + 1]?.text ?? '')
    const at = range.from + sign + (isDouble ? 2 : 1)
    const number = tokens[at]
    const left = sign > 0 ? { from: range.from, to: range.from + sign } : null
    const column = left && wholeColumn(view, select, left)
    if (!column || number?.kind !== 'number' || at !== range.to - 1) return []
    const rate = rateOf(column)
    return rate ? [shareProbe(view, { column, rate, compared: number.text })] : []
  })
}

function shareProbe(
  view: StatementView,
  { column, rate, compared }: { column: NamedColumn; rate: 'percent' | 'share'; compared: string },
): Probe {
  const value = Number(compared)
  const name = `${column.table.name}.${column.column.name}`
  return mostOf(view, column, (most) => {
    if (rate === 'percent' && value > 0 && value < 1 && most > 1)
      return `${name} holds percents, up to ${most}: ${compared} means ${compared} %. Write ${rounded(value * 100)} for ${rounded(value * 100)} %.`
    if (value > 1 && most <= 1)
      return `${name} holds shares of one, up to ${most}: no row reaches ${compared}. Write ${rounded(value / 100)} for ${compared} %.`
    return null
  })
}

/** `avg(pct) * 100` where the column holds percents already. */
function multipliedPercents(view: StatementView, select: Select): Probe[] {
  const { tokens } = view.statement
  return select.items.flatMap((range) =>
    operatorsIn(view, range, /^\*$/).flatMap((at) => {
      const [before, after] = [tokens[at - 1], tokens[at + 1]]
      const isHundred = [before, after].some((one) => one?.kind === 'number' && Number(one.text) === 100)
      if (!isHundred || tokens.slice(range.from, range.to).some(({ text }) => text === '/')) return []
      const call = aggregatesIn(view, select, range).find(({ name }) => KEEPING.has(name))
      const column = call
        ? columnOf(view, select, call.argument)
        : (columnEnding(view, select, at) ?? columnStarting(view, select, at + 1))?.column
      if (!column || rateOf(column) !== 'percent') return []
      const name = `${column.table.name}.${column.column.name}`
      return [
        mostOf(view, column, (most) =>
          most > 1 ? `${name} holds percents already, up to ${most}; leave out the factor 100.` : null,
        ),
      ]
    }),
  )
}

function mostOf(view: StatementView, column: NamedColumn, judge: (most: number) => string | null): Probe {
  return {
    sql: `SELECT max(${columnText(view, column.column)}) AS most FROM ${tableText(view, column.item)}`,
    read: ([row]) => {
      const most = Number(row?.most ?? Number.NaN)
      return Number.isFinite(most) && most > 0 ? judge(most) : null
    },
  }
}

function rounded(value: number): number {
  return Number(value.toPrecision(6))
}
