import type { JsonObject } from '@parley/domain'
import type pg from 'pg'
import { isJsonObject, parseJson } from '../../json.ts'
import type { StatementEstimate } from '../../result/query-result.ts'
import { toEstimate } from '../../result/statement-estimate.ts'
import { list, nodesOf, text } from '../syntax-tree.ts'

const TABLE_ROWS = `
  SELECT n.nspname || '.' || c.relname AS name, c.reltuples::float8 AS rows
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname || '.' || c.relname = ANY($1)`

/**
 * Reads the planner's estimate from the text of EXPLAIN (VERBOSE, FORMAT JSON)
 * (https://www.postgresql.org/docs/current/sql-explain.html). The plan says only how many rows a scan gives after its
 * filter, so the row counts of whole tables are read from the statistics.
 */
export async function readPostgresPlan(
  client: pg.Client,
  explained: string,
): Promise<{ readonly estimate?: StatementEstimate }> {
  const [first] = list(parseJson(explained))
  const plan = isJsonObject(first) ? first.Plan : undefined
  if (!isJsonObject(plan)) return {}
  const names = [...new Set(nodesOf(plan, readsWholeTable).map(tableOf))]
  type TableRow = { name: string; rows: string }
  const { rows } = names.length > 0 ? await client.query<TableRow>(TABLE_ROWS, [names]) : { rows: [] }
  const rowsRead = rowsIn(plan, {
    loops: 1,
    rowsOf: new Map(rows.map((row) => [row.name, Number(row.rows)])),
  })
  return toEstimate({ cost: plan['Total Cost'], resultRows: plan['Plan Rows'], rowsRead })
}

type Reading = {
  /** How often a part of the plan runs. */
  readonly loops: number
  readonly rowsOf: ReadonlyMap<string, number>
}

/** The rows that a part of the plan reads from tables; NaN when a table has no statistics. */
function rowsIn(node: JsonObject, { loops, rowsOf }: Reading): number {
  const parts = list(node.Plans).filter(isJsonObject)
  const [outer] = parts
  const below = parts.reduce(
    (sum, part) => sum + rowsIn(part, { loops: loops * loopsOf(part, { node, outer }), rowsOf }),
    0,
  )
  if (readsWholeTable(node)) {
    const rows = rowsOf.get(tableOf(node)) ?? Number.NaN
    // A table that was never analyzed has -1.
    return below + (rows < 0 ? Number.NaN : loops * rows)
  }
  // The index below a bitmap scan says how many rows are read.
  return below + (READS_ROWS.test(text(node['Node Type'])) ? loops * Number(node['Plan Rows']) : 0)
}

const READS_ROWS = /^(Index|Index Only|Bitmap Index|Tid|Tid Range|Foreign|Sample) Scan$/
/** Nodes that keep what they read, so that it is read once however often they run. */
const KEEPING = /^(Materialize|Hash|Memoize)$/

function readsWholeTable(node: JsonObject): boolean {
  return node['Node Type'] === 'Seq Scan'
}

function tableOf(node: JsonObject): string {
  return `${text(node.Schema)}.${text(node['Relation Name'])}`
}

/** How often a part runs for one run of the node above it. */
function loopsOf(
  part: JsonObject,
  { node, outer }: { node: JsonObject; outer: JsonObject | undefined },
): number {
  const relation = part['Parent Relationship']
  if (relation === 'SubPlan') return KEEPING.test(text(part['Node Type'])) ? 1 : Number(node['Plan Rows'])
  const isRepeated = node['Node Type'] === 'Nested Loop' && relation === 'Inner'
  return isRepeated && !KEEPING.test(text(part['Node Type'])) ? Number(outer?.['Plan Rows'] ?? 1) : 1
}
