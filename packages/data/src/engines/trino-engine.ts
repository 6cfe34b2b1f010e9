import type { JsonObject, JsonValue, ResultColumn, SourceTable, TrinoConnection } from '@parley/domain'
import { AppError } from '@parley/errors'
import { isJsonObject, parseExactJson, parseJson } from '../json.ts'
import { joinName } from '../names/table-name.ts'
import type { RowLimits, StatementEstimate } from '../result/query-result.ts'
import { distinctNames, RowKeeper, rowOf } from '../result/row-keeper.ts'
import { toEstimate } from '../result/statement-estimate.ts'
import { isDeeperThan } from '../sandbox/frames.ts'
import type { TaskOutcome } from '../sandbox/tasks.ts'
import { Catalog } from '../source/catalog.ts'
import type { EngineOptions, EngineQuery, SourceEngine } from './engine.ts'
import { basicAuthorization, ESTIMATE_MS, httpOutcome, StatementFailure } from './http-outcome.ts'

const DESCRIBE_LIMITS: RowLimits = {
  timeoutMs: 60_000,
  preview: { rows: 0, bytes: 0 },
  kept: { rows: 300_000, bytes: 48 * 1024 * 1024 },
}
const MAX_DEPTH = 64

type Fetch = ReturnType<EngineOptions['egress']['for']>['fetch']

/** A Trino coordinator over its client protocol (https://trino.io/docs/current/develop/client-protocol.html). */
export function trinoEngine(connection: TrinoConnection, { egress }: EngineOptions): SourceEngine {
  const { fetch } = egress.for('sql_engine')
  const run = (request: EngineQuery, { isEstimated }: { isEstimated: boolean }) =>
    httpOutcome(request, async (signal) => {
      const client = { fetch, connection, signal }
      const sql = request.sql.trim().replace(/;\s*$/, '')
      // A statement that the coordinator refuses inside EXISTS() is not a query.
      await drain(pages(client, `EXPLAIN (TYPE VALIDATE) SELECT EXISTS (\n${sql}\n)`))
      const estimated = isEstimated ? await estimate(client, sql) : {}
      const { result, bytes } = await collect(pages(client, sql), request)
      return { ok: true, result: { ...result, ...estimated }, bytes }
    })
  return {
    query: (request) => run(request, { isEstimated: true }),
    describe: async (signal) => {
      const query: SourceEngine['query'] = (request) => run(request, { isEstimated: false })
      return { tables: await describe(query, connection, signal), warnings: [] }
    },
  }
}

type Client = { readonly fetch: Fetch; readonly connection: TrinoConnection; readonly signal: AbortSignal }

/** The pages of a statement's result. Stopping early cancels the statement on the coordinator. */
async function* pages(
  { fetch, connection, signal }: Client,
  sql: string,
): AsyncGenerator<JsonObject, void, void> {
  const headers = headersOf(connection)
  const base = new URL(connection.url)
  let next: URL | null = null
  try {
    let page = await readPage(
      await fetch(new URL('/v1/statement', base), { method: 'POST', headers, body: sql, signal }),
    )
    for (;;) {
      // The coordinator's own host name may not be reachable from here, so only the path is used.
      next = typeof page.nextUri === 'string' ? new URL(new URL(page.nextUri).pathname, base) : null
      if (isJsonObject(page.error ?? null)) throw failureOf(page.error)
      yield page
      if (next === null) return
      page = await readPage(await fetch(next, { headers, signal }))
    }
  } finally {
    // Also after an abort, so not with the statement's own signal.
    if (next !== null) void fetch(next, { method: 'DELETE', headers }).catch(() => undefined)
  }
}

/** A statement has only succeeded after its last page. */
async function drain(results: AsyncIterable<JsonObject>): Promise<void> {
  for await (const _page of results);
}

/**
 * Estimates rows read and result rows by a dry run (https://trino.io/docs/current/sql/explain.html). Returns
 * {} when the coordinator does not explain the statement in time. A table without statistics counts as NaN.
 */
async function estimate(client: Client, sql: string): Promise<{ readonly estimate?: StatementEstimate }> {
  const signal = AbortSignal.any([client.signal, AbortSignal.timeout(ESTIMATE_MS)])
  const explain = pages({ ...client, signal }, `EXPLAIN (TYPE IO, FORMAT JSON) ${sql}`)
  const plan = parseJson(await firstValue(explain).catch(() => ''))
  if (!isJsonObject(plan)) return {}
  const { inputTableColumnInfos: tables, estimate: totals } = plan
  const rows = (Array.isArray(tables) ? tables : []).map((table) =>
    isJsonObject(table) && isJsonObject(table.estimate) ? Number(table.estimate.outputRowCount) : Number.NaN,
  )
  const { outputRowCount: resultRows, cpuCost: cost } = isJsonObject(totals) ? totals : {}
  return toEstimate({
    ...(rows.length > 0 && { rowsRead: rows.reduce((sum, count) => sum + count, 0) }),
    resultRows,
    cost,
  })
}

/** The text in the first row and column of a result; empty for a result without rows. */
async function firstValue(results: AsyncIterable<JsonObject>): Promise<string> {
  for await (const { data } of results) {
    const [row] = Array.isArray(data) ? data : []
    if (Array.isArray(row)) return String(row[0])
  }
  return ''
}

function headersOf({ user, password, catalog }: TrinoConnection): Record<string, string> {
  return {
    'X-Trino-User': user,
    'X-Trino-Source': 'parley',
    'X-Trino-Time-Zone': 'UTC',
    ...(catalog !== '' && { 'X-Trino-Catalog': catalog }),
    ...(password !== '' && { Authorization: basicAuthorization(user, password) }),
  }
}

async function readPage(response: Response): Promise<JsonObject> {
  const text = await response.text()
  if (response.status === 401 || response.status === 403) {
    throw new StatementFailure('invalid', 'Trino refused the user or the password.')
  }
  if (!response.ok) throw new StatementFailure('invalid', `Trino answered with status ${response.status}.`)
  if (isDeeperThan(Buffer.from(text), MAX_DEPTH))
    throw new StatementFailure('invalid', 'Trino sent a reply that is nested too deep.')
  const page = parseExactJson(text)
  // Every page of every statement names it.
  if (!isJsonObject(page) || typeof page.id !== 'string')
    throw new StatementFailure('invalid', 'What answers at the address of this source is not Trino.')
  return page
}

function failureOf(error: unknown): StatementFailure {
  const { message, errorName } = isJsonObject(error) ? error : {}
  const text =
    typeof message === 'string' ? message.replace(/\.?$/, '.').slice(0, 600) : 'The statement failed.'
  if (errorName === 'EXCEEDED_TIME_LIMIT') return new StatementFailure('timeout', text)
  if (errorName === 'PERMISSION_DENIED') return new StatementFailure('refused', text)
  return new StatementFailure('invalid', text)
}

async function collect(
  results: AsyncIterable<JsonObject>,
  { onRows, ...limits }: EngineQuery,
): Promise<Extract<TaskOutcome<'query'>, { ok: true }>> {
  const kept = new RowKeeper(limits, onRows)
  let columns: ResultColumn[] = []
  let rowCount = 0
  for await (const page of results) {
    if (Array.isArray(page.columns)) columns = columnsOf(page.columns)
    const rows = Array.isArray(page.data) ? page.data : []
    rowCount += rows.length
    const names = columns.map(({ name }) => name)
    for (const row of rows) {
      const values = Array.isArray(row) ? row : []
      kept.add(
        rowOf(
          names,
          values.map((value, index) => isoValue(value, columns[index]?.type ?? '')),
        ),
      )
    }
    if (kept.hasBatch) await kept.sendBatch(columns)
    if (kept.isFull) break
  }
  return { ok: true, ...kept.answer(columns, kept.isFull ? null : rowCount) }
}

function columnsOf(described: readonly JsonValue[]): ResultColumn[] {
  const columns = described.filter(isJsonObject)
  const names = distinctNames(columns.map(({ name }) => String(name)))
  return columns.map(({ type }, index) => ({ name: names[index] ?? '', type: String(type) }))
}

function isoValue(value: JsonValue, type: string): JsonValue {
  if (typeof value !== 'string' || !type.startsWith('timestamp')) return value
  return value.replace(' ', 'T').replace(/ UTC$/, 'Z')
}

async function describe(
  query: SourceEngine['query'],
  { catalog, schemas }: TrinoConnection,
  signal: AbortSignal | undefined,
): Promise<SourceTable[]> {
  const inSchemas = schemas
    ? `AND table_schema IN (${schemas.map((name) => `'${name.replaceAll("'", "''")}'`)})`
    : ''
  const sql = `SELECT table_schema, table_name, column_name, data_type FROM "${catalog.replaceAll('"', '""')}".information_schema.columns
    WHERE table_schema <> 'information_schema' ${inSchemas} ORDER BY table_schema, table_name, ordinal_position`
  const outcome = await query({ ...DESCRIBE_LIMITS, sql, ...(signal && { signal }) })
  if (!outcome.ok) throw new AppError('invalid_request', outcome.message, { cause: outcome.cause })
  const tables = new Catalog()
  const rows: unknown = JSON.parse(Buffer.from(outcome.bytes).toString())
  for (const row of Array.isArray(rows) ? rows : []) {
    const table = joinName([String(row.table_schema), String(row.table_name)])
    tables.addTable(table, { description: '', rowCount: null })
    tables.addColumn(table, {
      name: String(row.column_name),
      type: String(row.data_type),
      description: '',
      samples: [],
    })
  }
  return tables.tables()
}
