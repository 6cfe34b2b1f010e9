import { isJsonObject, parseJson } from '../../json.ts'
import type { StatementEstimate } from '../../result/query-result.ts'
import { toEstimate } from '../../result/statement-estimate.ts'
import { list } from '../syntax-tree.ts'

/**
 * Reads the planner's estimate from the text of EXPLAIN (FORMAT JSON)
 * (https://www.postgresql.org/docs/current/sql-explain.html).
 */
export function readPostgresPlan(explained: string): { readonly estimate?: StatementEstimate } {
  const [first] = list(parseJson(explained))
  const plan = isJsonObject(first) ? first.Plan : undefined
  return isJsonObject(plan) ? toEstimate({ cost: plan['Total Cost'], resultRows: plan['Plan Rows'] }) : {}
}
