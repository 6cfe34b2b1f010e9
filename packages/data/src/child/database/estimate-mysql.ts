import type { JsonObject, JsonValue } from '@parley/agent'
import { isJsonObject, parseJson } from '../../json.ts'
import type { StatementEstimate } from '../../sandbox/tasks.ts'
import { toEstimate } from '../../sql/statement-estimate.ts'
import { list, text } from '../syntax-tree.ts'

/**
 * What the planner expects, from the text of EXPLAIN FORMAT=JSON. MySQL tells a cost, MariaDB does so since 11.0, and both
 * the rows that each step of a join looks at (https://dev.mysql.com/doc/refman/8.4/en/explain-output.html,
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

/** The rows that a part of the plan goes through. */
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
    // How many rows a hash join lets through is not told; as many as came is the least that is usual.
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
