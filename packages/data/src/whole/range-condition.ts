import type { ResultColumn, RowSearch } from '@parley/domain'
import { quotedName } from '../names/quoted-name.ts'
import { duckdbType } from '../result/duckdb-type.ts'

type Range = Pick<RowSearch['ranges'][number], 'low' | 'high'>

/** Values of a range that are listed. A list is compared with the dictionary and the bounds of a block first. */
const MOST_LISTED = 32
/** Up to this number of units, calculating with doubles misses by less than `MISS`. */
const MOST_UNITS = 2 ** 40
const MISS = 1e-3

/**
 * The conditions under which a column of numbers holds a value of one of the ranges, as SQL of DuckDB. The values of the
 * column are compared as they are stored: converting a million of them to doubles takes longer than reading them
 * (bench/evidence.bench.mjs). A value just outside a range may pass.
 */
export function rangeCondition({ name, type }: ResultColumn, ranges: readonly Range[]): string[] {
  const column = quotedName(name, 'duckdb')
  const scale = scaleOf(type)
  const double = duckdbType(type) === 'DOUBLE' ? column : `CAST(${column} AS DOUBLE)`
  const listed = new Set<string>()
  const conditions = ranges.flatMap(({ low, high }) => {
    const inDoubles = `${double} BETWEEN ${exact(low)} AND ${exact(high)}`
    if (scale === null) return inDoubles
    const units = 10 ** scale
    const [from, to] = [Math.ceil(low * units - MISS), Math.floor(high * units + MISS)]
    if (Math.max(Math.abs(from), Math.abs(to)) > MOST_UNITS) return inDoubles
    const write = (unit: number) => (unit / units).toFixed(scale)
    if (to - from >= MOST_LISTED) return `${column} BETWEEN ${write(from)} AND ${write(to)}`
    for (let unit = from; unit <= to; unit++) listed.add(write(unit))
    return []
  })
  return listed.size === 0 ? conditions : [`${column} IN (${[...listed].join(', ')})`, ...conditions]
}

/** Digits behind the point of an exact type; null for another type. */
function scaleOf(type: string): number | null {
  const stored = duckdbType(type)
  if (stored === 'BIGINT') return 0
  const scale = /^DECIMAL\(\d+, (\d+)\)$/.exec(stored)?.[1]
  return scale === undefined ? null : Number(scale)
}

/** A double as SQL; a plain decimal literal would be read as DECIMAL. */
function exact(value: number): string {
  return `${value.toExponential()}::DOUBLE`
}
