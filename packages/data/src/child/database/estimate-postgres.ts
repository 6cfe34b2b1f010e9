import { isJsonObject, parseJson } from '../../json.ts'
import type { StatementEstimate } from '../../sandbox/tasks.ts'
import { toEstimate } from '../../sql/statement-estimate.ts'
import { list } from '../syntax-tree.ts'

/** What PostgreSQL's planner expects, from the text of EXPLAIN (FORMAT JSON) (https://www.postgresql.org/docs/current/sql-explain.html). */
export function readPostgresPlan(explained: string): { readonly estimate?: StatementEstimate } {
  const [first] = list(parseJson(explained))
  const plan = isJsonObject(first) ? first.Plan : undefined
  return isJsonObject(plan) ? toEstimate({ cost: plan['Total Cost'], resultRows: plan['Plan Rows'] }) : {}
}
