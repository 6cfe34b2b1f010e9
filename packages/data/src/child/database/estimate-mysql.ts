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

/** The rows that a part of the plan reads. */
function rowsIn(part: JsonValue): number {
  if (Array.isArray(part)) return part.reduce<number>((sum, item) => sum + rowsIn(item), 0)
  if (!isJsonObject(part)) return 0
  const { nested_loop: steps, table, ...rest } = part
  return rowsOfJoin(isJsonObject(table) ? [{ table }] : list(steps)) + rowsIn(Object.values(rest))
}

/** Each step is done for every row that those before it let through, unless it looks its rows up in a hash table. */
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
    // The plan does not say how many rows a hash join returns; it is usually at least as many as it reads.
    if (!isHashed) passed *= looked * (Number(table.filtered ?? 100) / 100)
  }
  return rows
}

/** The table of a step, which may stand inside the buffer or the sorting that it is read through. */
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
