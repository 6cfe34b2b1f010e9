import type { JsonObject, QueryableSource, ResultColumn } from '@parley/domain'
import { portableType } from '../cluster/clickhouse-types.ts'
import { NotPortable } from '../cluster/plan-node.ts'
import type { SqlCluster } from '../cluster/sql-cluster.ts'
import { writePlan } from '../cluster/write-plan.ts'
import type { ClusterTable } from '../cluster/write-table.ts'
import { isJsonObject, parseExactJson } from '../json.ts'
import type { RowLimits, RowSink } from '../result/query-result.ts'
import type { Sandbox } from '../sandbox/create-sandbox.ts'
import { isDeeperThan } from '../sandbox/frames.ts'
import type { TaskOutcome } from '../sandbox/tasks.ts'
import type { DatasetPlace } from '../versions/versions-of.ts'
import type { Read } from './plan-statement.ts'
import { filesOf, viewsOf } from './table-files.ts'

type ClusterContext = DatasetPlace & {
  readonly sources: readonly QueryableSource[]
  readonly sandbox: Sandbox
  readonly ownerId: string
  readonly limits: RowLimits
  readonly signal: AbortSignal
  readonly onRows?: RowSink
  readonly cluster?: SqlCluster
}

/** What became of a statement that might run on the cluster. */
export type ClusterAnswer =
  | { readonly ran: true; readonly outcome: TaskOutcome<'query'>; readonly note: string }
  /** The statement must run on this machine. `note` says why, for a statement that is large enough for the cluster. */
  | { readonly ran: false; readonly note: string | null }

const STAYS: ClusterAnswer = { ran: false, note: null }

/** The beginning of the keys of datasets, below the address of the store. */
const KEYS = 'data/'
const MAX_PLAN_DEPTH = 400

/**
 * Runs a statement over files on the cluster when its tables have enough rows. DuckDB binds the statement, without the
 * files, and the bound plan is written for the cluster (docs/decisions/0088). What has no equal there, and what fails
 * there before its first row, runs on this machine.
 */
export async function runOnCluster(read: Read, context: ClusterContext): Promise<ClusterAnswer> {
  const { cluster, signal, limits, onRows } = context
  const rows = rowsRead(read)
  if (!cluster || rows === null || rows < cluster.leastRows) return STAYS
  // A table without files has a column of this name.
  if (read.statement.names.has('rowid')) return STAYS
  if (cluster.isAway()) return { ran: false, note: AWAY }
  const bound = await bind(read, context)
  if (bound === null) return STAYS
  const written = write(bound, cluster)
  if ('note' in written) return { ran: false, note: written.note }
  const watched = watch(onRows)
  const query = { ...limits, ...written, columns: bound.columns, signal, ...watched.sink }
  const outcome = await cluster.query(query)
  if (outcome.ok) {
    const estimated = { ...outcome, result: { ...outcome.result, estimate: { rowsRead: rows } } }
    return { ran: true, outcome: estimated, note: ON_CLUSTER }
  }
  const isOver = outcome.reason === 'cancelled' || outcome.reason === 'timeout'
  if (isOver) return { ran: true, outcome, note: ON_CLUSTER }
  // Rows that were sent cannot be sent again.
  if (watched.hasRows()) return { ran: true, outcome: { ...outcome, message: BROKEN_OFF }, note: ON_CLUSTER }
  return { ran: false, note: FAILED }
}

const ON_CLUSTER = 'The statement ran on the SQL cluster.'
const AWAY = 'The SQL cluster does not answer, so the statement ran on this machine.'
const FAILED = 'The SQL cluster failed on the statement, so it ran on this machine.'
const BROKEN_OFF = 'The SQL cluster broke off its reply; run the statement again.'

/** Rows of the tables that a statement names; null when one of them is not in a file of the owner, or not counted. */
function rowsRead({ mentions }: Read): number | null {
  const counts = mentions.map(({ source, table }) =>
    source.offered || table?.file === undefined ? null : table.rowCount,
  )
  if (counts.length === 0) return null
  return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0)
}

type Bound = {
  readonly plan: JsonObject
  readonly columns: readonly ResultColumn[]
  readonly tables: readonly ClusterTable[]
}

/** Null for a statement that DuckDB refuses: run there, it gets the sentence that says why. */
async function bind({ statement, mentions }: Read, context: ClusterContext): Promise<Bound | null> {
  const { sandbox, ownerId, signal, limits } = context
  const files = filesOf(statement, context)
  const keys = new Map(files.map(({ path, file }) => [path, KEYS + file]))
  const named = new Map(mentions.map(({ table }) => [KEYS + table?.file, table?.columns ?? []]))
  const tables = viewsOf(files, context).flatMap(({ schema, name, file }): ClusterTable[] => {
    const key = keys.get(file) ?? ''
    const columns = named.get(key)
    return columns ? [{ schema, name, key, columns }] : []
  })
  const input = { tables: tables.map(toBind), sql: statement.sql, timeoutMs: limits.timeoutMs }
  const outcome = await sandbox.run('bind', { ownerId, input, signal })
  if (!outcome.ok || isDeeperThan(outcome.bytes, MAX_PLAN_DEPTH)) return null
  const { plans } = toObject(parseExactJson(Buffer.from(outcome.bytes).toString()))
  const [plan] = Array.isArray(plans) ? plans.filter(isJsonObject) : []
  return plan ? { plan, columns: outcome.result.columns, tables } : null
}

/** Stands for every type that the cluster does not have: no expression over such a column is written. */
const OTHER_TYPE = 'BIT'

function toBind({ schema, name, columns }: ClusterTable) {
  const known = columns.map((column) => ({
    name: column.name,
    type: portableType(column.type) === null ? OTHER_TYPE : column.type,
  }))
  return { schema, name, columns: known }
}

function toObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

function write({ plan, tables }: Bound, { collection }: SqlCluster) {
  try {
    return { sql: writePlan(plan, { tables, collection }) }
  } catch (error) {
    if (!(error instanceof NotPortable)) throw error
    return {
      note: `The statement ran on this machine, because the SQL cluster has no equal of ${error.message}.`,
    }
  }
}

/** Notices whether rows were sent. */
function watch(onRows: RowSink | undefined) {
  let sent = false
  const sink: RowSink | undefined =
    onRows &&
    (async (batch) => {
      sent = true
      await onRows(batch)
    })
  return { hasRows: () => sent, sink: sink ? { onRows: sink } : {} }
}
