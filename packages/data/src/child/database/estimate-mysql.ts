import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject, parseJson } from '../../json.ts'
import type { StatementEstimate } from '../../result/query-result.ts'
import { toEstimate } from '../../result/statement-estimate.ts'
import { list, text } from '../syntax-tree.ts'

/**
 * Reads the planner's estimate from the text of EXPLAIN FORMAT=JSON. MySQL, and MariaDB since 11.0, give a
 * cost. Both give the rows that each step of a join reads
 * (https://dev.mysql.com/doc/refman/8.4/en/explain-output.html,
 * https://mariadb.com/docs/server/reference/sql-statements/administrative-sql-statements/analyze-and-explain-statements/explain-format-json).
 */
export function readMysqlPlan(explained: string): { readonly estimate?: StatementEstimate } {
  const plan = parseJson(explained)
  const block = isJsonObject(plan) ? plan.query_block : undefined
  if (!isJsonObject(block)) return {}
  const { cost_info: info, cost = isJsonObject(info) ? info.query_cost : undefined } = block
  const rows = rowsIn(block)
  return toEstimate({ cost, ...(rows > 0 && { rowsRead: rows }) })
}

/** Returns the number of rows that a part of the plan reads. */
function rowsIn(part: JsonValue): number {
  if (Array.isArray(part)) return part.reduce<number>((sum, item) => sum + rowsIn(item), 0)
  if (!isJsonObject(part)) return 0
  const { nested_loop: steps, table, ...rest } = part
  return rowsOfJoin(isJsonObject(table) ? [{ table }] : list(steps)) + rowsIn(Object.values(rest))
}

/**
 * Returns the rows that a join reads. Each step runs for every row of the steps before it, unless it uses a
 * hash table.
 */
function rowsOfJoin(steps: readonly JsonValue[]): number {
  let rows = 0
  let passed = 1
  for (const step of steps) {
    const place = tableIn(step)
    if (!place) {
      rows += passed * rowsIn(step)
      continue
    }
    const { table, isHashed } = place
    const looked = Number(table.rows ?? table.rows_examined_per_scan ?? 0)
    rows += rowsIn(Object.values(table)) + (isHashed ? looked : passed * looked)
    // The plan does not contain the row count of a hash join. It is usually at least the number of rows read.
    if (!isHashed) passed *= looked * (Number(table.filtered ?? 100) / 100)
  }
  return rows
}

/** Returns the table of a step, which may be inside the buffer or the sorting that reads it. */
function tableIn(step: JsonValue): { readonly table: JsonObject; readonly isHashed: boolean } | null {
  if (!isJsonObject(step)) return null
  const { table, join_type: join } = step
  if (isJsonObject(table)) {
    return { table, isHashed: /hash|BNLH|BKAH/i.test(`${text(join)} ${text(table.using_join_buffer)}`) }
  }
  for (const inside of Object.values(step)) {
    const place = tableIn(inside)
    if (place) return place
  }
  return null
}
