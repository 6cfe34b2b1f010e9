import { AppError } from '@parley/errors'
import type { RowLimits, StatementEstimate } from '../sandbox/tasks.ts'
import type { SourceTable } from '../source.ts'
import { toEstimate } from '../sql/statement-estimate.ts'
import { joinName, splitName } from '../sql/table-name.ts'
import { Catalogue } from './catalogue.ts'
import { clickhouseServer, type Send } from './clickhouse-server.ts'
import type { ClickhouseConnection } from './connection.ts'
import type { EngineOptions, EngineQuery, SourceEngine } from './engine.ts'
import { ESTIMATE_MS, httpOutcome } from './http-outcome.ts'

const DESCRIBE_LIMITS: RowLimits = {
  timeoutMs: 30_000,
  preview: { rows: 0, bytes: 0 },
  kept: { rows: 300_000, bytes: 48 * 1024 * 1024 },
}
/** Tables are looked into for values that occur, up to so many and for so long. */
const LOOKED_INTO = 50
const LOOKING_MS = 10_000
const LOOK_MS = 1000

/** A ClickHouse server as the engine of a source. */
export function clickhouseEngine(connection: ClickhouseConnection, { egress }: EngineOptions): SourceEngine {
  const send = clickhouseServer(connection, egress.for('sql_engine').fetch)
  const read = (request: EngineQuery) => httpOutcome(request, (signal) => send(request, signal))
  const query = (request: EngineQuery) =>
    httpOutcome(request, async (signal) => {
      const told = await estimate(send, { sql: request.sql, signal })
      const { result, bytes } = await send(request, signal)
      return { ok: true, result: { ...result, ...told }, bytes }
    })
  return { query, describe: (signal) => describe(read, signal) }
}

const ESTIMATE_LIMITS: RowLimits = {
  timeoutMs: ESTIMATE_MS,
  preview: { rows: 1000, bytes: 200_000 },
  kept: { rows: 1000, bytes: 200_000 },
}

/**
 * A dry run: what the server expects to read of MergeTree tables, a row for each
 * (https://clickhouse.com/docs/sql-reference/statements/explain#explain-estimate). Empty where it does not explain the
 * statement, or not in a moment.
 */
async function estimate(
  send: Send,
  { sql, signal }: { readonly sql: string; readonly signal: AbortSignal },
): Promise<{ readonly estimate?: StatementEstimate }> {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(ESTIMATE_MS)])
  const explained = await send({ ...ESTIMATE_LIMITS, sql: `EXPLAIN ESTIMATE ${sql}` }, soon).catch(() => null)
  const tables = explained?.result.rows ?? []
  return tables.length > 0
    ? toEstimate({ rowsRead: tables.reduce((sum, { rows }) => sum + Number(rows), 0) })
    : {}
}

async function describe(
  query: SourceEngine['query'],
  signal: AbortSignal | undefined,
): Promise<SourceTable[]> {
  const read = async (sql: string, { timeoutMs } = DESCRIBE_LIMITS) => {
    const outcome = await query({ ...DESCRIBE_LIMITS, timeoutMs, sql, ...(signal && { signal }) })
    if (!outcome.ok) throw new AppError('invalid_request', outcome.message, { cause: outcome.cause })
    const rows: unknown = JSON.parse(Buffer.from(outcome.bytes).toString())
    return Array.isArray(rows) ? rows : []
  }
  const catalogue = new Catalogue()
  const tables = await read(
    'SELECT name, comment, total_rows FROM system.tables WHERE database = currentDatabase() AND NOT is_temporary ORDER BY name',
  )
  for (const { name, comment, total_rows } of tables) {
    catalogue.addTable(joinName([String(name)]), {
      description: String(comment ?? ''),
      rowCount: total_rows === null ? null : Number(total_rows),
    })
  }
  const columns = await read(
    'SELECT table, name, type, comment FROM system.columns WHERE database = currentDatabase() ORDER BY table, position',
  )
  for (const { table, name, type, comment } of columns) {
    const column = { name: String(name), type: String(type), description: String(comment ?? ''), samples: [] }
    catalogue.addColumn(joinName([String(table)]), column)
  }
  const until = performance.now() + LOOKING_MS
  for (const table of catalogue.tablesWithoutSamples(LOOKED_INTO)) {
    if (performance.now() > until) break
    const quoted = `\`${(splitName(table)[0] ?? '').replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
    catalogue.addSampleRows(
      table,
      await read(`SELECT * FROM ${quoted} LIMIT 50`, { ...DESCRIBE_LIMITS, timeoutMs: LOOK_MS }).catch(
        () => [],
      ),
    )
  }
  return catalogue.tables()
}
