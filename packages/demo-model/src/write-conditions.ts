import { columnValue, type EngineDialect, identifier } from './dialect.ts'
import type { Filter, Plan } from './plan.ts'

/** The inputs of every part of a statement. */
export type Writer = { readonly plan: Plan; readonly dialect: EngineDialect; readonly isCareful: boolean }

/**
 * Returns the WHERE clause with a leading space: the plan's filters, and `IS NOT NULL` for the expressions in
 * `present`. Empty without conditions.
 */
export function writeWhere(writer: Writer, present: readonly string[] = []): string {
  return clauseOf([...writer.plan.filters.map((filter) => writeFilter(writer, filter)), ...present])
}

/** Returns the WHERE clause of the whole that parts are compared with: its period, and the rows it is limited to. */
export function writePeriod(writer: Writer): string {
  const { filters, whole } = writer.plan
  const isWhole = (filter: Filter) => isPeriod(filter) || whole.includes(filter)
  return clauseOf(filters.filter(isWhole).map((filter) => writeFilter(writer, filter)))
}

/** Returns the conditions that select the part, as one expression. */
export function writePart(writer: Writer): string {
  const { whole } = writer.plan
  const filters = writer.plan.filters.filter((filter) => !isPeriod(filter) && !whole.includes(filter))
  return filters.map((filter) => writeFilter(writer, filter)).join(' AND ')
}

function clauseOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
}

function isPeriod({ kind }: Filter): boolean {
  return kind === 'years' || kind === 'months' || kind === 'dates' || kind === 'newest'
}

function writeFilter({ plan, dialect, isCareful }: Writer, filter: Filter): string {
  const name = (column: { readonly name: string }) => identifier(column.name, dialect, isCareful)
  switch (filter.kind) {
    case 'flag':
      return filter.isTrue ? name(filter.column) : `NOT ${name(filter.column)}`
    case 'newest': {
      const value = columnValue(filter.column, dialect, isCareful)
      return `${value} = (SELECT max(${value}) FROM ${plan.table.name})`
    }
    case 'missing':
      return `${name(filter.column)} IS NULL`
    case 'compare':
      return `${columnValue(filter.column, dialect, isCareful)} ${filter.operator} ${filter.value}`
    case 'name': {
      const value = writeLiteral(filter.value.toLowerCase())
      const tests = filter.columns.map((column) => `lower(${name(column)}) = ${value}`)
      return tests.length === 1 ? tests.join('') : `(${tests.join(' OR ')})`
    }
    case 'in': {
      const values = filter.values.map(writeLiteral).join(', ')
      return filter.values.length === 1
        ? `${name(filter.column)} = ${values}`
        : `${name(filter.column)} IN (${values})`
    }
    case 'months': {
      const month = dialect.monthNumber(columnValue(filter.column, dialect, isCareful))
      const [only, ...more] = filter.months
      return more.length === 0 ? `${month} = ${only}` : `${month} IN (${filter.months.join(', ')})`
    }
    case 'dates':
      return writeBounds(dialect.grains.day(columnValue(filter.column, dialect, isCareful)), {
        from: filter.from && writeLiteral(filter.from),
        to: filter.to && writeLiteral(filter.to),
      })
    case 'years': {
      const value = columnValue(filter.column, dialect, isCareful)
      return writeBounds(filter.column.kind === 'year' ? value : dialect.grains.year(value), filter)
    }
  }
}

type Bound = number | string | null

/** Both ends belong to the range. */
function writeBounds(value: string, { from, to }: { readonly from: Bound; readonly to: Bound }): string {
  if (from !== null && from === to) return `${value} = ${from}`
  const bounds = [from === null ? '' : `${value} >= ${from}`, to === null ? '' : `${value} <= ${to}`]
  return bounds.filter((bound) => bound !== '').join(' AND ')
}

/** Writes a text as a literal. */
export function writeLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
