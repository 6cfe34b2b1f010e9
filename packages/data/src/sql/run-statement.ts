import { access } from 'node:fs/promises'
import type { QueryableSource } from '@parley/domain'
import type { EngineOptions } from '../engines/engine.ts'
import { openEngine } from '../engines/open-engine.ts'
import { qualifiedName } from '../names/qualified-name.ts'
import type { RowLimits, RowSink } from '../result/query-result.ts'
import type { Sandbox } from '../sandbox/create-sandbox.ts'
import type { FetchedTable, ParquetView, TaskOutcome } from '../sandbox/tasks.ts'
import { datasetPath } from '../source/dataset-files.ts'
import { isOrdered } from '../statement/is-ordered.ts'
import type { Statement } from '../statement/statement.ts'
import { bareNameNotes } from './bare-name-notes.ts'
import { explainUnknownName } from './explain-unknown-name.ts'
import { fetchTables } from './fetch-tables.ts'
import { openOffered } from './offered-sources.ts'
import { planStatement, type Read, type RunnablePlan } from './plan-statement.ts'
import { refusalOf } from './refuse-statement.ts'

export type StatementContext = {
  /** All sources of the owner. */
  readonly sources: readonly QueryableSource[]
  readonly sandbox: Sandbox
  /** The data folder. */
  readonly folder: string
  readonly ownerId: string
  readonly egress?: EngineOptions['egress']
  readonly limits: RowLimits
  readonly signal: AbortSignal
  /** Takes every row as they come; the outcome then holds the last of them. */
  readonly onRows?: RowSink
}

export type StatementOutcome = TaskOutcome<'query'> & {
  /** Whether the statement orders its rows. */
  readonly isOrdered?: boolean
  /** Notes for the trace, one sentence each. */
  readonly notes?: readonly string[]
}

/**
 * Runs one reading statement where its tables are: in DuckDB for files, in the database that it names, or in
 * DuckDB over the rows that it needs from several sources. Failures are sentences that say what to change.
 */
export async function runStatement(sql: string, given: StatementContext): Promise<StatementOutcome> {
  const plan = planStatement(sql, given.sources)
  if (plan.kind === 'refused') return { ok: false, reason: 'refused', message: plan.message }
  const { statement } = plan
  const refusal = refusalOf(statement, plan.kind === 'native' ? plan.source.kind : 'file')
  if (refusal !== null) return { ok: false, reason: 'refused', message: refusal }
  const context = { ...given, sources: await openOffered(plan, given.sources) }
  const outcome = { ...(await runPlan(plan, context)), isOrdered: isOrdered(statement) }
  const notes = [...(plan.notes ?? []), ...bareNameNotes(plan.mentions), ...(outcome.notes ?? [])]
  return notes.length > 0 ? { ...outcome, notes } : outcome
}

async function runPlan(plan: RunnablePlan, context: StatementContext): Promise<StatementOutcome> {
  const { statement } = plan
  if (plan.kind === 'files') {
    return explained(await runOverFiles(plan, context), { statement, sources: context.sources })
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
  const { sandbox, ownerId, signal, limits, onRows } = context
  const all = viewsOf(statement, context)
  const missing = await missingFiles(all)
  const lost = mentions.find(({ source, table }) =>
    missing.some(({ schema, name }) => schema === source.name && name === table?.name),
  )
  if (lost?.table) {
    const name = qualifiedName(lost.source, lost.table)
    return {
      ok: false,
      reason: 'invalid',
      message: `The file of ${name} is missing; connect its data source again.`,
    }
  }
  const files = new Set(missing.map(({ file }) => file))
  const views = all.filter(({ file }) => !files.has(file))
  const input = { ...limits, sql: statement.sql, views, ...(fetched.length > 0 && { fetched }) }
  return sandbox.run('query', { ownerId, input, signal, ...(onRows && { onRows }) })
}

/** A file that is lost must not fail the statements over other tables. */
async function missingFiles(views: readonly ParquetView[]): Promise<ParquetView[]> {
  const isMissing = await Promise.all(
    views.map(({ file }) =>
      access(file).then(
        () => false,
        () => true,
      ),
    ),
  )
  return views.filter((_, index) => isMissing[index])
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

/** With more tables than this, only those whose name occurs in the statement are opened. */
const OPENED_TABLES = 100

/** Every table in a file by its qualified name, and by its bare name when no other table has that name. */
function viewsOf({ names }: Statement, { sources, folder, ownerId }: StatementContext): ParquetView[] {
  const all = sources.flatMap((source) =>
    source.tables.flatMap((table) => {
      if (table.file === undefined) return []
      const file = datasetPath(table.file, { folder, ownerId: source.offered?.ownerId ?? ownerId })
      return [{ schema: source.name, name: table.name, file }]
    }),
  )
  const views = all.length > OPENED_TABLES ? all.filter(({ name }) => names.has(name.toLowerCase())) : all
  const byName = Map.groupBy(views, ({ name }) => name.toLowerCase())
  const offered = new Set(sources.filter((source) => source.offered).map(({ name }) => name))
  const unique = [...byName.values()].flatMap((same) => {
    // Offered tables must not make the owner's table names ambiguous.
    const own = same.filter(({ schema }) => !offered.has(schema))
    const candidates = own.length > 0 ? own : same
    return candidates.length === 1 ? candidates : []
  })
  return [...views, ...unique.map((view) => ({ ...view, schema: 'main' }))]
}
