import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { JsonValue } from '@parley/agent'
import { AppError } from '@parley/errors'
import { parseJson } from '../json.ts'
import { isDeeperThan } from '../sandbox/frames.ts'
import type { RowLimits, StatementEstimate, TaskOutcome } from '../sandbox/tasks.ts'
import type { SourceTable } from '../source.ts'
import { distinctNames, RowKeeper, rowOf } from '../sql/row-keeper.ts'
import { toEstimate } from '../sql/statement-estimate.ts'
import { joinName, splitName } from '../sql/table-name.ts'
import { Catalogue } from './catalogue.ts'
import type { ClickhouseConnection } from './connection.ts'
import type { EngineOptions, EngineQuery, SourceEngine } from './engine.ts'
import { ESTIMATE_MS, httpOutcome, StatementFailure } from './http-outcome.ts'

const DESCRIBE_LIMITS: RowLimits = {
  timeoutMs: 30_000,
  preview: { rows: 0, bytes: 0 },
  kept: { rows: 300_000, bytes: 48 * 1024 * 1024 },
}
const LOOKED_INTO = 50
const MAX_DEPTH = 32
const MAX_ERROR_CHARACTERS = 600

/** A ClickHouse server over its HTTP interface, in the server's own read-only mode (https://clickhouse.com/docs/interfaces/http). */
export function clickhouseEngine(connection: ClickhouseConnection, { egress }: EngineOptions): SourceEngine {
  const { fetch } = egress.for('sql_engine')
  const send: Send = async (request, signal) => {
    const response = await fetch(addressOf(connection, request), {
      method: 'POST',
      headers: { 'X-ClickHouse-User': connection.user, 'X-ClickHouse-Key': connection.password },
      body: request.sql,
      signal,
    })
    if (!response.ok || !response.body) throw failureOf(response.status, await response.text())
    return readLines(Readable.fromWeb(response.body), request)
  }
  const read = (request: EngineQuery) => httpOutcome(request, (signal) => send(request, signal))
  const query = (request: EngineQuery) =>
    httpOutcome(request, async (signal) => {
      const told = await estimate(send, { sql: request.sql, signal })
      const { result, bytes } = await send(request, signal)
      return { ok: true, result: { ...result, ...told }, bytes }
    })
  return { query, describe: (signal) => describe(read, signal) }
}

/** Sends one statement and reads its rows. Throws a StatementFailure, or what the connection throws. */
type Send = (
  request: EngineQuery,
  signal: AbortSignal,
) => Promise<Extract<TaskOutcome<'query'>, { ok: true }>>

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

function addressOf({ url, database }: ClickhouseConnection, { timeoutMs, kept }: RowLimits): URL {
  const address = new URL(url)
  const settings = {
    database,
    default_format: 'JSONCompactEachRowWithNamesAndTypes',
    // Set last by the server: after it neither the statement nor anything else changes a setting.
    readonly: '1',
    max_execution_time: String(Math.ceil(timeoutMs / 1000)),
    max_result_rows: String(kept.rows + 1),
    result_overflow_mode: 'break',
    output_format_json_quote_64bit_integers: '1',
    output_format_json_quote_decimals: '1',
    output_format_json_quote_denormals: '1',
    date_time_output_format: 'iso',
    cancel_http_readonly_queries_on_client_close: '1',
  }
  for (const [name, value] of Object.entries(settings)) address.searchParams.set(name, value)
  return address
}

/** Names, types, then a row a line. */
async function readLines(stream: Readable, limits: RowLimits): ReturnType<Send> {
  const kept = new RowKeeper(limits)
  let names: string[] | null = null
  let types: string[] | null = null
  let rowCount = 0
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line === '') continue
    const values = isDeeperThan(Buffer.from(line), MAX_DEPTH) ? undefined : parseJson(line)
    // A failure after the first rows comes as plain text among them.
    if (!Array.isArray(values)) throw failureOf(200, line)
    if (names === null) names = distinctNames(values.map(String))
    else if (types === null) types = values.map(String)
    else {
      rowCount++
      kept.add(
        rowOf(
          names,
          values.map((value, index) => exactValue(value, types?.[index] ?? '')),
        ),
      )
    }
  }
  const columns = (names ?? []).map((name, index) => ({ name, type: types?.[index] ?? 'unknown' }))
  const { result, bytes } = kept.answer(columns, kept.isFull ? null : rowCount)
  return { ok: true, result, bytes }
}

/** Integers of 64 bits come as text; those that a double holds are numbers. */
function exactValue(value: JsonValue, type: string): JsonValue {
  if (typeof value !== 'string' || !/^(Nullable\()?U?Int\d+\)?$/.test(type)) return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function failureOf(status: number, body: string): StatementFailure {
  const text = /DB::Exception: (.*)/s.exec(body)?.[1] ?? ''
  const sentence = text
    .replace(/\s*\(version .*$/s, '')
    .replace(/\s+/g, ' ')
    .slice(0, MAX_ERROR_CHARACTERS)
  if (status === 401 || status === 403 || /AUTHENTICATION_FAILED|REQUIRED_PASSWORD/.test(body)) {
    return new StatementFailure('invalid', 'ClickHouse refused the user or the password.')
  }
  if (/READONLY/.test(body)) return new StatementFailure('refused', `Only reading is allowed: ${sentence}`)
  if (/TIMEOUT_EXCEEDED/.test(body))
    return new StatementFailure('timeout', 'The statement ran too long; aggregate or filter more.')
  if (/MEMORY_LIMIT_EXCEEDED/.test(body))
    return new StatementFailure('memory', 'The statement needs more memory than the server gives it.')
  return new StatementFailure(
    'invalid',
    sentence === '' ? `ClickHouse answered with status ${status}.` : sentence,
  )
}

async function describe(
  query: SourceEngine['query'],
  signal: AbortSignal | undefined,
): Promise<SourceTable[]> {
  const read = async (sql: string) => {
    const outcome = await query({ ...DESCRIBE_LIMITS, sql, ...(signal && { signal }) })
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
  for (const table of catalogue.tablesWithoutSamples(LOOKED_INTO)) {
    const quoted = `\`${(splitName(table)[0] ?? '').replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
    catalogue.addSampleRows(table, await read(`SELECT * FROM ${quoted} LIMIT 50`).catch(() => []))
  }
  return catalogue.tables()
}
