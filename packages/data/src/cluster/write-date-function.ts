import { converted, integerDigits, textLiteral } from './clickhouse-types.ts'
import type { Argument, FunctionCall, FunctionWriter } from './function-call.ts'

/** Fields of a date by DuckDB's names. Weeks are those of ISO 8601. */
const FIELDS: Readonly<Record<string, (date: string) => string>> = {
  year: (date) => `toYear(${date})`,
  quarter: (date) => `toQuarter(${date})`,
  month: (date) => `toMonth(${date})`,
  week: (date) => `toISOWeek(${date})`,
  isoyear: (date) => `toISOYear(${date})`,
  day: (date) => `toDayOfMonth(${date})`,
  dayofmonth: (date) => `toDayOfMonth(${date})`,
  doy: (date) => `toDayOfYear(${date})`,
  dayofyear: (date) => `toDayOfYear(${date})`,
  // Sunday is 0 in DuckDB.
  dow: (date) => `modulo(toDayOfWeek(${date}), 7)`,
  dayofweek: (date) => `modulo(toDayOfWeek(${date}), 7)`,
  weekday: (date) => `modulo(toDayOfWeek(${date}), 7)`,
  isodow: (date) => `toDayOfWeek(${date})`,
}
/** Fields that only a time has. */
const CLOCK_FIELDS: Readonly<Record<string, (time: string) => string>> = {
  hour: (time) => `toHour(${time})`,
  minute: (time) => `toMinute(${time})`,
  second: (time) => `toSecond(${time})`,
}

const STARTS: Readonly<Record<string, string>> = {
  year: 'toStartOfYear',
  quarter: 'toStartOfQuarter',
  month: 'toStartOfMonth',
  week: 'toMonday',
  day: 'toDate32',
  hour: 'toStartOfHour',
  minute: 'toStartOfMinute',
}

const UNITS = new Set(['year', 'quarter', 'month', 'day', 'hour', 'minute', 'second'])

/** Parts of a format with the same meaning; ClickHouse has other letters for minutes and seconds. */
const FORMATS: Readonly<Record<string, string>> = {
  Y: '%Y',
  m: '%m',
  d: '%d',
  H: '%H',
  M: '%i',
  S: '%S',
  y: '%y',
  j: '%j',
}

/** Functions of dates and times. Their values are the same between 1900 and 2299. */
export const DATE_FUNCTIONS: Readonly<Record<string, FunctionWriter>> = {
  '+': (call) => shifted('add', call),
  '-': (call) => difference(call) ?? shifted('subtract', call),
  ...Object.fromEntries(
    [...Object.keys(FIELDS), ...Object.keys(CLOCK_FIELDS)].map((name) => [
      name,
      ({ result, args: [date] }: FunctionCall) => field(name, { result, date }),
    ]),
  ),
  date_part: ({ result, args: [name, date] }) => field(constantText(name), { result, date }),
  date_trunc: truncated,
  datetrunc: truncated,
  date_diff: counted,
  datediff: counted,
  strftime: formatted,
  dayname: ({ args: [date] }) => (isMoment(date) ? `dateName('weekday', ${date.sql})` : null),
  monthname: ({ args: [date] }) => (isMoment(date) ? `dateName('month', ${date.sql})` : null),
  last_day: ({ result, args: [date] }) =>
    isMoment(date) ? converted(`toLastDayOfMonth(${date.sql})`, result) : null,
}

function isMoment(value: Argument | undefined): value is Argument {
  return value?.type.id === 'DATE' || value?.type.id === 'TIMESTAMP'
}

function constantText(value: Argument | undefined): string {
  return typeof value?.constant === 'string' ? value.constant.toLowerCase() : ''
}

function field(
  name: string,
  { result, date }: { readonly result: FunctionCall['result']; readonly date: Argument | undefined },
): string | null {
  if (!isMoment(date)) return null
  const fields = date.type.id === 'TIMESTAMP' ? { ...FIELDS, ...CLOCK_FIELDS } : FIELDS
  const write = Object.hasOwn(fields, name) ? fields[name] : undefined
  return write ? converted(write(date.sql), result) : null
}

function truncated({ result, args: [unit, date] }: FunctionCall): string | null {
  const name = constantText(unit)
  const start = Object.hasOwn(STARTS, name) ? STARTS[name] : undefined
  if (start === undefined || !isMoment(date)) return null
  const isClock = name === 'hour' || name === 'minute'
  return isClock && date.type.id === 'DATE' ? null : converted(`${start}(${date.sql})`, result)
}

/** Both engines count the ends of units between two moments. */
function counted({ result, args: [unit, from, to] }: FunctionCall): string | null {
  const name = constantText(unit)
  if (!UNITS.has(name) || !isMoment(from) || !isMoment(to)) return null
  return converted(`dateDiff(${textLiteral(name)}, ${from.sql}, ${to.sql})`, result)
}

function difference({ result, args: [from, to] }: FunctionCall): string | null {
  if (from?.type.id !== 'DATE' || to?.type.id !== 'DATE') return null
  return converted(`dateDiff('day', ${to.sql}, ${from.sql})`, result)
}

/** A moment and a constant interval, or a date and a number of days. */
function shifted(verb: 'add' | 'subtract', { result, args: [date, by] }: FunctionCall): string | null {
  if (!isMoment(date) || !by) return null
  const isDays = date.type.id === 'DATE' && result.id === 'DATE' && integerDigits(by.type) !== null
  if (isDays) return `${verb}Days(${date.sql}, ${by.sql})`
  if (by.interval === null || result.id !== 'TIMESTAMP') return null
  const { unit, count } = by.interval
  const name = `${verb}${unit.charAt(0).toUpperCase()}${unit.slice(1)}s`
  return `${name}(${converted(date.sql, result)}, ${count})`
}

function formatted({ args: [date, format] }: FunctionCall): string | null {
  const pattern = format?.constant
  if (!isMoment(date) || typeof pattern !== 'string') return null
  const parts = pattern.match(/%.|[^%]/gsu) ?? []
  const written = parts.map((part) => (part.startsWith('%') ? FORMATS[part.slice(1)] : part))
  if (parts.join('') !== pattern || written.includes(undefined)) return null
  return `formatDateTime(${date.sql}, ${textLiteral(written.join(''))})`
}
