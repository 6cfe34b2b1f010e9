import type { JsonObject } from '@parley/domain'

/** Makes the rows of a table from its columns and their values, row by row. */
function rowsOf(columns: string, ...rows: readonly (readonly (string | number)[])[]): JsonObject[] {
  const names = columns.split(' ')
  return rows.map((values) => Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])))
}

export const SALES = rowsOf(
  'region revenue orders returns',
  ['North', 124500.5, 812, 31],
  ['South', 98230.25, 640, 44],
  ['East', 143900, 905, 27],
  ['West', 76120.75, 512, 19],
)
export const YEARS = rowsOf(
  'year revenue profit',
  [2021, 1250000, 180000],
  [2022, 1410000, 201500],
  [2023, 1602500, 248900],
  [2024, 1498000, 231750],
)
export const HR = rowsOf(
  'department headcount avg_salary attrition_pct',
  ['Engineering', 48, 92500, 8.3],
  ['Sales', 31, 68200, 14.8],
  ['Support', 22, 51400, 19.1],
  ['Finance', 12, 78900, 5.5],
)
export const LOGS = rowsOf(
  'service requests errors p95_ms error_rate_pct',
  ['api', 1204331, 1893, 412.6, 0.16],
  ['web', 884120, 4021, 238.4, 0.45],
  ['auth', 310455, 212, 95.2, 0.07],
  ['worker', 98211, 1502, 1840.9, 1.53],
)
export const STADT = rowsOf(
  'stadt umsatz bestellungen',
  ['Berlin', 48200.5, 310],
  ['Hamburg', 39100, 255],
  ['München', 61750.25, 402],
  ['Köln', 27300, 198],
)
/** A table in which one city has the highest value of each column. */
export const LAND = rowsOf(
  'stadt umsatz bestellungen',
  ['Berlin', 48200.5, 410],
  ['Hamburg', 39100, 255],
  ['München', 61750.25, 402],
  ['Köln', 27300, 198],
)
export const VILLE = rowsOf(
  'ville ventes commandes',
  ['Paris', 48200.5, 310],
  ['Lyon', 39100, 255],
  ['Lille', 61750.25, 402],
  ['Nice', 27300, 198],
)
export const CN = rowsOf(
  '城市 销售额 订单数',
  ['北京', 12340, 151],
  ['上海', 15678, 123],
  ['广州', 9870, 68],
  ['深圳', 14210, 140],
)
export const DAILY = rowsOf(
  'day visits signups',
  ['2024-03-01', 412, 9],
  ['2024-03-02', 388, 7],
  ['2024-03-03', 451, 12],
  ['2024-03-04', 302, 4],
  ['2024-03-05', 476, 15],
)

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const WARMTH = [8.1, 9.4, 12.2, 15.1, 19.3, 22.4, 26.1, 25.8, 21.7, 16, 11.2, 8.3]
const RAINY = [18, 15, 14, 12, 9, 6, 3, 4, 8, 13, 17, 19]
const RAIN = [142.3, 101.8, 96.4, 71.2, 48.9, 37.5, 14.6, 22.1, 41.7, 88.3, 151.9, 138.4]

export const WEATHER: JsonObject[] = MONTHS.map((month, index) => ({
  month,
  avg_max: WARMTH[index] ?? null,
  rainy_days: RAINY[index] ?? null,
  precipitation_mm: RAIN[index] ?? null,
}))
