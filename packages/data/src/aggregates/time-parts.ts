/** Units of time whose parts DuckDB and Vega take in the same way: https://vega.github.io/vega-lite/docs/timeunit.html */
const UNIT = /^(year)?(quarter|month)?(date)?(hours)?(minutes)?(seconds)?$/
const WEEKDAY_UNIT = /^(day)(hours)?(minutes)?(seconds)?$/

/** Functions of DuckDB by the parts of times. */
export const PART_FUNCTIONS: Readonly<Record<string, string>> = {
  year: 'year',
  quarter: 'quarter',
  month: 'month',
  date: 'day',
  day: 'dayofweek',
  hours: 'hour',
  minutes: 'minute',
  seconds: 'second',
}

/** The parts of a time unit, such as year and month of `yearmonth`; null for other units. */
export function timeParts(unit: unknown): readonly string[] | null {
  if (typeof unit !== 'string' || unit === '') return null
  const found = UNIT.exec(unit) ?? WEEKDAY_UNIT.exec(unit)
  return found?.slice(1).filter((part) => part !== undefined) ?? null
}
