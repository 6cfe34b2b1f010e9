import type { QueryableSource } from '@parley/domain'
import { checkStatement, type RunProbe } from '../checks/check-statement.ts'
import { viewStatement } from '../checks/statement-view.ts'
import type { QueryResult } from '../result/query-result.ts'
import { planStatement, type RunnablePlan, type StatementPlan } from './plan-statement.ts'
import { runPlanned, runStatement, type StatementContext, type StatementOutcome } from './run-statement.ts'

/** All probes of one statement together, in milliseconds. The result is there already and waits for them. */
const PROBING_MS = 5000
const PROBE_LIMITS = {
  preview: { rows: 2000, bytes: 256 * 1024 },
  kept: { rows: 2000, bytes: 256 * 1024 },
}

/**
 * Runs a statement like `runStatement` and judges its result: the notes then also say what may mislead the reader. The
 * judging never fails a statement and ends after five seconds.
 */
export async function runCheckedStatement(sql: string, context: StatementContext): Promise<StatementOutcome> {
  const plan = planStatement(sql, context.sources)
  const outcome = await runPlanned(plan, context)
  if (!outcome.ok) return outcome
  const warnings = await warningsOf(outcome.result, { plan, context })
  const notes = [...(outcome.notes ?? []), ...warnings]
  return notes.length > 0 ? { ...outcome, notes } : outcome
}

async function warningsOf(
  { columns, rows, rowCount, estimate }: QueryResult,
  { plan, context }: { plan: StatementPlan; context: StatementContext },
): Promise<string[]> {
  if (plan.kind === 'refused' || !isProbed(plan)) return []
  const tables = new Map(plan.mentions.map(({ prefix, table }) => [prefix.start, table]))
  const names = columns.map(({ name }) => name)
  const result = { columns: names, rows, rowCount, ...(estimate && { estimate }) }
  const view = viewStatement(plan.statement, { result, tableAt: ({ start }) => tables.get(start) ?? null })
  return checkStatement(view, prober(context))
}

/** Tables that are fetched or written for one statement are not read again for its probes. */
function isProbed({ kind, mentions }: RunnablePlan): boolean {
  return kind !== 'mixed' && mentions.length > 0 && !mentions.some(({ source }) => isOffered(source))
}

function isOffered({ offered }: QueryableSource): boolean {
  return offered !== undefined
}

/** Probes run like every statement of the owner, beside each other. A probe that fails settles nothing. */
function prober(context: StatementContext): RunProbe {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(PROBING_MS)])
  const limits = { ...PROBE_LIMITS, timeoutMs: Math.min(PROBING_MS, context.limits.timeoutMs) }
  const { onRows: _, isIndexed: __, ...rest } = context
  // No check reads the estimate of a probe.
  const unread = { ...rest, limits, signal, isEstimated: false }
  return async (sql) => {
    if (signal.aborted) return null
    const outcome = await runStatement(sql, unread).catch(() => null)
    return outcome?.ok ? outcome.result.rows : null
  }
}
