import type { QueryableSource, SourceVersion } from '@parley/domain'
import { inSpan, type Span, type SpanStart } from '@parley/telemetry'
import type { SqlCluster } from '../cluster/sql-cluster.ts'
import type { EngineOptions } from '../engines/engine.ts'
import { openEngine } from '../engines/open-engine.ts'
import { qualifiedName } from '../names/qualified-name.ts'
import type { RowLimits, RowSink } from '../result/query-result.ts'
import type { Sandbox } from '../sandbox/create-sandbox.ts'
import type { FetchedTable, TaskOutcome } from '../sandbox/tasks.ts'
import { isOrdered } from '../statement/is-ordered.ts'
import type { Statement } from '../statement/statement.ts'
import { type DatasetPlace, versionsOf } from '../versions/versions-of.ts'
import { bareNameNotes } from './bare-name-notes.ts'
import { explainUnknownName } from './explain-unknown-name.ts'
import { fetchTables } from './fetch-tables.ts'
import { openOffered } from './offered-sources.ts'
import { planStatement, type Read, type RunnablePlan, type StatementPlan } from './plan-statement.ts'
import { refusalOf } from './refuse-statement.ts'
import { runOnCluster } from './run-on-cluster.ts'
import { filesOf, viewsOf } from './table-files.ts'

export type StatementContext = DatasetPlace & {
  /** All sources of the owner. */
  readonly sources: readonly QueryableSource[]
  readonly sandbox: Sandbox
  readonly ownerId: string
  readonly egress?: EngineOptions['egress']
  /** Where large statements over files may run; on this machine alone when left out. */
  readonly cluster?: SqlCluster
  readonly limits: RowLimits
  readonly signal: AbortSignal
  /** Takes the rows in batches as they come; the outcome then has only the rows after the last batch. */
  readonly onRows?: RowSink
  /** Whether DuckDB estimates a statement over files before it runs; true when left out. */
  readonly isEstimated?: boolean
  /** Whether DuckDB sends the values of the kept rows behind their text; false when left out. */
  readonly isIndexed?: boolean
}

export type StatementOutcome = TaskOutcome<'query'> & {
  /** Whether the statement orders its rows. */
  readonly isOrdered?: boolean
  /** Notes for the trace, one sentence each. */
  readonly notes?: readonly string[]
  /** The states of the sources that it read, where they are known. */
  readonly read?: readonly SourceVersion[]
}

/**
 * Runs one reading statement where its tables are: in DuckDB for files, in the database that it names, or in
 * DuckDB over the rows that it needs from several sources. Failures are sentences that say what to change.
 */
export function runStatement(sql: string, given: StatementContext): Promise<StatementOutcome> {
  return runPlanned(planStatement(sql, given.sources), given)
}

/** Does the same for a statement that is planned over the sources of the context. */
export async function runPlanned(plan: StatementPlan, given: StatementContext): Promise<StatementOutcome> {
  if (plan.kind === 'refused') return { ok: false, reason: 'refused', message: plan.message }
  const { statement } = plan
  const refusal = refusalOf(statement, plan.kind === 'native' ? plan.source.kind : 'file')
  if (refusal !== null) return { ok: false, reason: 'refused', message: refusal }
  const { sources, read } = await openOffered(plan, given.sources)
  const done = await inSpan(
    () => planSpan(plan),
    async (span) => {
      const outcome = await runPlan(plan, { ...given, sources }, span)
      endSpan(span, outcome)
      return outcome
    },
  )
  const outcome = { ...done, isOrdered: isOrdered(statement), read }
  const notes = [...(plan.notes ?? []), ...bareNameNotes(plan.mentions), ...(outcome.notes ?? [])]
  return notes.length > 0 ? { ...outcome, notes } : outcome
}

/** Where a statement runs; neither its text nor its tables. */
function planSpan(plan: RunnablePlan): SpanStart {
  const connection = plan.kind === 'native' ? plan.source.connection : undefined
  const system = connection === undefined || connection.kind === 'http_api' ? 'duckdb' : connection.kind
  const attributes = { 'db.system.name': system, 'parley.statement.plan': plan.kind }
  return { name: `statement ${system}`, kind: 'client', attributes }
}

function endSpan(span: Span, outcome: StatementOutcome): void {
  if (!outcome.ok) span.end(outcome.reason)
  else if (outcome.result.rowCount !== null)
    span.set({ 'db.response.returned_rows': outcome.result.rowCount })
}

async function runPlan(plan: RunnablePlan, context: StatementContext, span: Span): Promise<StatementOutcome> {
  const { statement } = plan
  if (plan.kind === 'files') {
    const { sources } = context
    const answer = await runOnCluster(plan, context)
    if (context.cluster) span.set({ 'parley.statement.place': answer.ran ? 'cluster' : 'machine' })
    const outcome = answer.ran ? answer.outcome : await runOverFiles(plan, context)
    return {
      ...explained(outcome, { statement, sources }),
      ...(answer.note !== null && { notes: [answer.note] }),
    }
  }
  if (context.egress === undefined)
    return { ok: false, reason: 'refused', message: 'Databases cannot be reached from here.' }
  const options = { ...context, egress: context.egress }
  if (plan.kind === 'mixed') return runMixed(plan, options)

  const { connection } = plan.source
  if (connection === undefined || connection.kind === 'http_api') return runOverFiles(plan, context)
  const { limits, signal, onRows } = context
  const query = { ...limits, sql: plan.sql, signal, ...(onRows && { onRows }) }
  return explained(await openEngine(connection, options).query(query), { statement, sources: [plan.source] })
}

function explained(
  outcome: TaskOutcome<'query'>,
  place: { readonly statement: Statement; readonly sources: readonly QueryableSource[] },
): StatementOutcome {
  return outcome.ok ? outcome : { ...outcome, message: explainUnknownName(outcome.message, place) }
}

async function runOverFiles(
  { statement, mentions }: Read,
  context: StatementContext,
  fetched: readonly FetchedTable[] = [],
): Promise<TaskOutcome<'query'>> {
  const { sandbox, ownerId, signal, limits, onRows, isEstimated = true, isIndexed = false } = context
  const files = filesOf(statement, context)
  const held = await versionsOf(context).hold(
    files.map(({ file }) => file),
    signal,
  )
  try {
    const lost = mentions.find(({ source, table }) =>
      files.some(
        ({ schema, name, file }) => held.missing.has(file) && schema === source.name && name === table?.name,
      ),
    )
    if (lost?.table) {
      const name = qualifiedName(lost.source, lost.table)
      const message = `The file of ${name} is missing; connect its data source again.`
      return { ok: false, reason: 'invalid', message }
    }
    const views = viewsOf(
      files.filter(({ file }) => !held.missing.has(file)),
      context,
    )
    const input = {
      ...limits,
      sql: statement.sql,
      views,
      isEstimated,
      ...(isIndexed && { isIndexed }),
      ...(fetched.length > 0 && { fetched }),
    }
    return await sandbox.run('query', { ownerId, input, signal, ...(onRows && { onRows }) })
  } finally {
    held.release()
  }
}

async function runMixed(
  read: Read,
  context: StatementContext & Pick<EngineOptions, 'egress'>,
): Promise<StatementOutcome> {
  const { sandbox, ownerId, signal, limits, sources } = context
  const { timeoutMs } = limits
  const { statement } = read
  const input = { sql: statement.sql, timeoutMs }
  const analysis = await sandbox.run('analyze', { ownerId, input, signal })
  if (!analysis.ok) return analysis
  const fetched = await fetchTables(analysis.result.tables, { ...context, timeoutMs })
  if ('reason' in fetched) return { ok: false, ...fetched }
  try {
    const outcome = await runOverFiles(read, context, fetched.tables)
    const changes = outcome.ok ? (outcome.result.notes ?? []) : []
    return { ...explained(outcome, { statement, sources }), notes: [...fetched.notes, ...changes] }
  } finally {
    await fetched.dispose()
  }
}
