import { type Column, isDateColumn } from './catalog.ts'
import type { Grain } from './read-question.ts'

/** The SQL that differs between engines. `x` is a date expression. */
export type EngineDialect = {
  readonly quote: string
  readonly grains: Readonly<Record<Grain, (x: string) => string>>
  /** A number that sorts names of months and weekdays. */
  readonly monthNumber: (x: string) => string
  readonly weekdayNumber: (x: string) => string
  readonly median: ((x: string) => string) | null
  readonly hasCorrelation: boolean
  readonly toNumber: (x: string) => string
  readonly toDate: (x: string, format: string | null) => string
  readonly round: (x: string, digits: number) => string
}

const plainRound = (x: string, digits: number) => `round(${x}, ${digits})`
const asDouble = (x: string) => `CAST(${x} AS DOUBLE)`

const duckdb: EngineDialect = {
  quote: '"',
  grains: {
    year: (x) => `year(${x})`,
    quarter: (x) => `year(${x}) || '-Q' || quarter(${x})`,
    month: (x) => `strftime(${x}, '%Y-%m')`,
    'calendar-month': (x) => `strftime(${x}, '%B')`,
    week: (x) => `strftime(date_trunc('week', ${x}), '%Y-%m-%d')`,
    day: (x) => `strftime(${x}, '%Y-%m-%d')`,
    weekday: (x) => `strftime(${x}, '%A')`,
    hour: (x) => `hour(${x})`,
  },
  monthNumber: (x) => `month(${x})`,
  weekdayNumber: (x) => `isodow(${x})`,
  median: (x) => `median(${x})`,
  hasCorrelation: true,
  toNumber: (x) => `TRY_CAST(${x} AS DOUBLE)`,
  toDate: (x, format) =>
    format === null ? `TRY_CAST(${x} AS TIMESTAMP)` : `try_strptime(${x}, '${format}')`,
  round: plainRound,
}

const postgres: EngineDialect = {
  quote: '"',
  grains: {
    year: (x) => `CAST(extract(year FROM ${x}) AS integer)`,
    quarter: (x) => `to_char(${x}, 'YYYY-"Q"Q')`,
    month: (x) => `to_char(${x}, 'YYYY-MM')`,
    'calendar-month': (x) => `to_char(${x}, 'FMMonth')`,
    week: (x) => `to_char(date_trunc('week', ${x}), 'YYYY-MM-DD')`,
    day: (x) => `to_char(${x}, 'YYYY-MM-DD')`,
    weekday: (x) => `to_char(${x}, 'FMDay')`,
    hour: (x) => `CAST(extract(hour FROM ${x}) AS integer)`,
  },
  monthNumber: (x) => `extract(month FROM ${x})`,
  weekdayNumber: (x) => `extract(isodow FROM ${x})`,
  median: (x) => `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${x})`,
  hasCorrelation: true,
  toNumber: (x) => `CAST(${x} AS numeric)`,
  toDate: (x) => `CAST(${x} AS timestamp)`,
  round: (x, digits) => `round(CAST(${x} AS numeric), ${digits})`,
}

const sqlite: EngineDialect = {
  quote: '"',
  grains: {
    year: (x) => `CAST(strftime('%Y', ${x}) AS INTEGER)`,
    quarter: (x) => `strftime('%Y', ${x}) || '-Q' || ((CAST(strftime('%m', ${x}) AS INTEGER) + 2) / 3)`,
    month: (x) => `strftime('%Y-%m', ${x})`,
    'calendar-month': (x) => `strftime('%m', ${x})`,
    week: (x) => `date(${x}, 'weekday 0', '-6 days')`,
    day: (x) => `date(${x})`,
    weekday: (x) => `strftime('%w', ${x})`,
    hour: (x) => `CAST(strftime('%H', ${x}) AS INTEGER)`,
  },
  monthNumber: (x) => `CAST(strftime('%m', ${x}) AS INTEGER)`,
  weekdayNumber: (x) => `strftime('%w', ${x})`,
  median: null,
  hasCorrelation: false,
  toNumber: (x) => `CAST(${x} AS REAL)`,
  toDate: (x) => x,
  round: plainRound,
}

const mysql: EngineDialect = {
  quote: '`',
  grains: {
    year: (x) => `year(${x})`,
    quarter: (x) => `concat(year(${x}), '-Q', quarter(${x}))`,
    month: (x) => `date_format(${x}, '%Y-%m')`,
    'calendar-month': (x) => `monthname(${x})`,
    week: (x) => `date_format(date_sub(${x}, INTERVAL weekday(${x}) DAY), '%Y-%m-%d')`,
    day: (x) => `date_format(${x}, '%Y-%m-%d')`,
    weekday: (x) => `dayname(${x})`,
    hour: (x) => `hour(${x})`,
  },
  monthNumber: (x) => `month(${x})`,
  weekdayNumber: (x) => `weekday(${x})`,
  median: null,
  hasCorrelation: false,
  toNumber: (x) => `CAST(${x} AS DECIMAL(38, 6))`,
  toDate: (x) => `CAST(${x} AS DATETIME)`,
  round: plainRound,
}

const trino: EngineDialect = {
  ...mysql,
  quote: '"',
  grains: {
    ...mysql.grains,
    quarter: (x) => `CAST(year(${x}) AS varchar) || '-Q' || CAST(quarter(${x}) AS varchar)`,
    'calendar-month': (x) => `date_format(${x}, '%M')`,
    week: (x) => `date_format(date_trunc('week', ${x}), '%Y-%m-%d')`,
    weekday: (x) => `date_format(${x}, '%W')`,
  },
  weekdayNumber: (x) => `day_of_week(${x})`,
  median: (x) => `approx_percentile(${x}, 0.5)`,
  hasCorrelation: true,
  toNumber: asDouble,
  toDate: (x) => `CAST(${x} AS timestamp)`,
}

const clickhouse: EngineDialect = {
  ...mysql,
  grains: {
    ...mysql.grains,
    year: (x) => `toYear(${x})`,
    quarter: (x) => `concat(toString(toYear(${x})), '-Q', toString(toQuarter(${x})))`,
    month: (x) => `formatDateTime(${x}, '%Y-%m')`,
    'calendar-month': (x) => `formatDateTime(${x}, '%M')`,
    week: (x) => `toString(toMonday(${x}))`,
    day: (x) => `toString(toDate(${x}))`,
    weekday: (x) => `formatDateTime(${x}, '%W')`,
    hour: (x) => `toHour(${x})`,
  },
  monthNumber: (x) => `toMonth(${x})`,
  weekdayNumber: (x) => `toDayOfWeek(${x})`,
  median: (x) => `median(${x})`,
  hasCorrelation: true,
  toNumber: (x) => `toFloat64OrNull(${x})`,
  toDate: (x) => `parseDateTimeBestEffortOrNull(${x})`,
}

const DIALECTS: readonly (readonly [RegExp, EngineDialect])[] = [
  [/postgres|redshift|cockroach/, postgres],
  [/sqlite/, sqlite],
  [/mysql|mariadb/, mysql],
  [/trino|presto|athena/, trino],
  [/clickhouse/, clickhouse],
]

/** Returns the dialect of an engine, by its name in find_metadata. DuckDB for an unknown name. */
export function dialectOf(name: string): EngineDialect {
  return DIALECTS.find(([pattern]) => pattern.test(name))?.[1] ?? duckdb
}

const RESERVED = new Set(
  'all and any as asc between by case cast check column create cross default delete desc distinct do else end except false for foreign from full group having in inner insert intersect into is join key lateral left like limit natural not null offset on or order outer primary references right select set table then to true union unique update user using values when where window with'.split(
    ' ',
  ),
)

/** Writes the name of a column as an identifier. Quotes it when it needs quotes or `isQuoted` is set. */
export function identifier(name: string, { quote }: EngineDialect, isQuoted = false): string {
  const isPlain = /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name)
  return isPlain && !isQuoted ? name : quote + name.replaceAll(quote, quote + quote) + quote
}

/** Writes a column as a value of its kind. Converts numbers and dates that are stored as text. */
export function columnValue(column: Column, dialect: EngineDialect, isCareful = false): string {
  const name = identifier(column.name, dialect, isCareful)
  if (isDateColumn(column)) return column.isCast || isCareful ? dialect.toDate(name, column.format) : name
  const isNumber = column.kind === 'number' || column.kind === 'year'
  return isNumber && (column.isCast || isCareful) ? dialect.toNumber(name) : name
}
