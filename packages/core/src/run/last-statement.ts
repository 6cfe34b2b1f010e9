import type { Run } from '@parley/db'

/** The last statement that execute_sql ran in a run; null for a run that read no data with SQL. */
export function lastStatement({ steps }: Pick<Run, 'steps'>): string | null {
  const step = steps.findLast(({ agentName, status }) => agentName === 'execute_sql' && status === 'ok')
  const statement = step?.input?.generated_sql
  return typeof statement === 'string' ? statement : null
}
