import type { EngineOptions } from '../engines/engine.ts'
import { openEngine } from '../engines/open-engine.ts'
import { datasetPath } from '../files/dataset-files.ts'
import type { Sandbox } from '../sandbox/create-sandbox.ts'
import type { FetchedTable, ParquetView, RowLimits, TaskFailure, TaskOutcome } from '../sandbox/tasks.ts'
import type { DataSource } from '../source.ts'
import { explainUnknownName } from './explain-unknown-name.ts'
import { fetchTables } from './fetch-tables.ts'
import { openOffered } from './offered-sources.ts'
import { planStatement } from './plan-statement.ts'
import { refusalOf } from './refuse-statement.ts'

export type StatementContext = {
  /** All sources of the owner. */
  readonly sources: readonly DataSource[]
  readonly sandbox: Sandbox
  /** The data folder. */
  readonly folder: string
  readonly ownerId: string
  readonly egress?: EngineOptions['egress']
  readonly limits: RowLimits
  readonly signal: AbortSignal
}

export type StatementOutcome = TaskOutcome<'query'> & {
  /** What was done beside running the statement, for the step to say. */
  readonly notes?: readonly string[]
}

/**
 * Runs one reading statement where its tables are: over files in DuckDB, in the one database it names, or in DuckDB over
 * what it needs of several (issue: one engine interface). Failures are sentences that say what to change.
 */
export async function runStatement(sql: string, given: StatementContext): Promise<StatementOutcome> {
  const context = { ...given, sources: await openOffered(sql, given.sources) }
  const plan = planStatement(sql, context.sources)
  const refusal = refusalOf(sql, plan.kind === 'native' ? plan.source.kind : 'file')
  if (refusal !== null) return { ok: false, reason: 'refused', message: refusal }
  if (plan.kind === 'files')
    return explained(await runOverFiles(sql, context), { sql, sources: context.sources })
  if (context.egress === undefined) return unreachable()
  const options = { ...context, egress: context.egress }
  if (plan.kind === 'mixed') return runMixed(sql, options)

  const { connection } = plan.source
  if (connection === undefined || connection.kind === 'http_api') return runOverFiles(sql, context)
  const query = { ...context.limits, sql: plan.sql, signal: context.signal }
  return explained(await openEngine(connection, options).query(query), { sql, sources: [plan.source] })
}

function explained(
  outcome: TaskOutcome<'query'>,
  place: { readonly sql: string; readonly sources: readonly DataSource[] },
): StatementOutcome {
  return outcome.ok ? outcome : { ...outcome, message: explainUnknownName(outcome.message, place) }
}

function unreachable(): TaskFailure & { ok: false } {
  return { ok: false, reason: 'refused', message: 'Databases cannot be reached from here.' }
}

function runOverFiles(
  sql: string,
  context: StatementContext,
  fetched: readonly FetchedTable[] = [],
): Promise<TaskOutcome<'query'>> {
  const { sandbox, ownerId, signal, limits } = context
  const input = { ...limits, sql, views: viewsOf(sql, context), ...(fetched.length > 0 && { fetched }) }
  return sandbox.run('query', { ownerId, input, signal })
}

async function runMixed(
  sql: string,
  context: StatementContext & Pick<EngineOptions, 'egress'>,
): Promise<StatementOutcome> {
  const { sandbox, ownerId, signal, limits, sources } = context
  const { timeoutMs } = limits
  const analysis = await sandbox.run('analyze', { ownerId, input: { sql, timeoutMs }, signal })
  if (!analysis.ok) return analysis
  const fetched = await fetchTables(analysis.result.tables, { ...context, timeoutMs })
  if ('reason' in fetched) return { ok: false, ...fetched }
  try {
    const outcome = await runOverFiles(sql, context, fetched.tables)
    return { ...explained(outcome, { sql, sources }), notes: fetched.notes }
  } finally {
    await fetched.dispose()
  }
}

/** Above this many, only tables whose name stands somewhere in the statement are opened. */
const OPENED_TABLES = 100

/** Every table in a file under its source, and by its bare name where no other table has it. */
function viewsOf(sql: string, { sources, folder, ownerId }: StatementContext): ParquetView[] {
  const all = sources.flatMap((source) =>
    source.tables.flatMap((table) => {
      if (table.file === undefined) return []
      const file = datasetPath(table.file, { folder, ownerId: source.offered?.ownerId ?? ownerId })
      return [{ schema: source.name, name: table.name, file }]
    }),
  )
  const text = sql.toLowerCase()
  const views = all.length > OPENED_TABLES ? all.filter(({ name }) => text.includes(name.toLowerCase())) : all
  const byName = Map.groupBy(views, ({ name }) => name.toLowerCase())
  const offered = new Set(sources.filter((source) => source.offered).map(({ name }) => name))
  const unique = [...byName.values()].flatMap((same) => {
    // What the service offers must not make the owner's own names ambiguous.
    const own = same.filter(({ schema }) => !offered.has(schema))
    const candidates = own.length > 0 ? own : same
    return candidates.length === 1 ? candidates : []
  })
  return [...views, ...unique.map((view) => ({ ...view, schema: 'main' }))]
}
