import type { ResultColumn } from '@parley/domain'
import type { ChartAggregate, GroupKey } from './aggregate-plan.ts'

/**
 * The aggregates by their names among the aggregated rows. An aggregate takes the name of its column, so that the field
 * and the title in the spec stay, or another name where that one is taken.
 */
export function nameAggregates(
  aggregates: readonly ChartAggregate[],
  { keys, columns }: { readonly keys: readonly GroupKey[]; readonly columns: readonly ResultColumn[] },
): ReadonlyMap<string, ChartAggregate> {
  const taken = new Set(columns.map(({ name }) => name))
  const named = new Map<string, ChartAggregate>()
  for (const { op, column } of aggregates) {
    if (nameOf({ op, column }, named) !== undefined) continue
    const isFree = column !== null && !named.has(column) && keys.every((key) => key.column !== column)
    const name = isFree ? column : freeName(`${op} of ${column ?? 'rows'}`, taken)
    taken.add(name)
    named.set(name, { op, column })
  }
  return named
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? freeName(`${name}_`, taken) : name
}

/** The name of an aggregate; undefined where it has none. */
export function nameOf(
  { op, column }: ChartAggregate,
  aggregates: ReadonlyMap<string, ChartAggregate>,
): string | undefined {
  return [...aggregates].find(([, other]) => other.op === op && other.column === column)?.[0]
}
