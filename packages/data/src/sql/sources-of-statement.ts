import type { QueryableSource } from '@parley/domain'
import { planStatement } from './plan-statement.ts'

/** Returns the sources that a statement reads, each once; none for a statement that is refused or reads no source. */
export function sourcesOfStatement<Source extends QueryableSource>(
  sql: string,
  sources: readonly Source[],
): Source[] {
  const plan = planStatement(sql, sources)
  if (plan.kind === 'refused') return []
  const read = new Set(plan.mentions.map(({ source }) => source))
  if (plan.kind === 'native') read.add(plan.source)
  return sources.filter((source) => read.has(source))
}
