import type { ClickhouseConnection, SourceTable } from '@parley/domain'
import { AppError } from '@parley/errors'
import { joinName, splitName } from '../names/table-name.ts'
import type { RowLimits, StatementEstimate } from '../result/query-result.ts'
import { toEstimate } from '../result/statement-estimate.ts'
import { Catalog } from '../source/catalog.ts'
import { MAX_LISTED_VALUES, SAMPLED_ROWS } from '../source/sample-value.ts'
import { clickhouseServer, type Send } from './clickhouse-server.ts'
import type { EngineOptions, EngineQuery, SourceEngine } from './engine.ts'
import { ESTIMATE_MS, httpOutcome } from './http-outcome.ts'
import { refuseClickhouseFunctions } from './refuse-clickhouse-functions.ts'

const DESCRIBE_LIMITS: RowLimits = {
  timeoutMs: 30_000,
  preview: { rows: 0, bytes: 0 },
  kept: { rows: 300_000, bytes: 48 * 1024 * 1024 },
}
/** How many tables are read for sample values, and for how long. */
const MAX_SAMPLED_TABLES = 50
const SAMPLING_MS = 10_000
const SAMPLE_STATEMENT_MS = 1000

/** A ClickHouse server as the engine of a source. */
export function clickhouseEngine(connection: ClickhouseConnection, { egress }: EngineOptions): SourceEngine {
  const send = clickhouseServer(connection, egress.for('sql_engine').fetch)
  const read = (request: EngineQuery) => httpOutcome(request, (signal) => send(request, signal))
  const query = (request: EngineQuery) =>
    httpOutcome(request, async (signal) => {
      await refuseClickhouseFunctions(send, { sql: request.sql, signal })
      const estimated = await estimate(send, { sql: request.sql, signal })
      const { result, bytes } = await send(request, signal)
      return { ok: true, result: { ...result, ...estimated }, bytes }
    })
  return { query, describe: async (signal) => ({ tables: await describe(read, signal), warnings: [] }) }
}

const ESTIMATE_LIMITS: RowLimits = {
  timeoutMs: ESTIMATE_MS,
  preview: { rows: 1000, bytes: 200_000 },
  kept: { rows: 1000, bytes: 200_000 },
}

/**
 * The number of rows that the server expects to read of MergeTree tables, by a dry run
 * (https://clickhouse.com/docs/sql-reference/statements/explain#explain-estimate). Returns {} when the
 * server does not explain the statement in time.
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

function quoted(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
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
  const catalog = new Catalog()
  const tables = await read(
    'SELECT name, comment, total_rows FROM system.tables WHERE database = currentDatabase() AND NOT is_temporary ORDER BY name',
  )
  for (const { name, comment, total_rows } of tables) {
    catalog.addTable(joinName([String(name)]), {
      description: String(comment ?? ''),
      rowCount: total_rows === null ? null : Number(total_rows),
    })
  }
  const columns = await read(
    'SELECT table, name, type, comment FROM system.columns WHERE database = currentDatabase() ORDER BY table, position',
  )
  for (const { table, name, type, comment } of columns) {
    const column = { name: String(name), type: String(type), description: String(comment ?? ''), samples: [] }
    catalog.addColumn(joinName([String(table)]), column)
  }
  const until = performance.now() + SAMPLING_MS
  for (const table of catalog.tablesWithoutSamples(MAX_SAMPLED_TABLES)) {
    if (performance.now() > until) break
    const name = quoted(splitName(table)[0] ?? '')
    const look = (sql: string) =>
      read(sql, { ...DESCRIBE_LIMITS, timeoutMs: SAMPLE_STATEMENT_MS }).catch(() => [])
    const few = catalog.addSampleRows(table, await look(`SELECT * FROM ${name} LIMIT ${SAMPLED_ROWS}`))
    const lists = few.map(
      (column, at) => `groupUniqArray(${MAX_LISTED_VALUES + 1})(${quoted(column)}) AS \`${at}\``,
    )
    const [values] = few.length > 0 ? await look(`SELECT ${lists.join(', ')} FROM ${name}`) : []
    for (const [at, column] of few.entries()) {
      const listed: unknown = Object(values)[at]
      if (Array.isArray(listed)) catalog.addValues(table, column, listed)
    }
  }
  return catalog.tables()
}
