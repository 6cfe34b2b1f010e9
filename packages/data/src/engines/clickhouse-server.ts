import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ClickhouseConnection, JsonValue, ResultColumn } from '@parley/domain'
import { parseJson } from '../json.ts'
import type { RowLimits } from '../result/query-result.ts'
import { distinctNames, RowKeeper, rowOf } from '../result/row-keeper.ts'
import { isDeeperThan } from '../sandbox/frames.ts'
import type { TaskOutcome } from '../sandbox/tasks.ts'
import type { EngineOptions, EngineQuery } from './engine.ts'
import { StatementFailure } from './http-outcome.ts'

/** Sends one statement and reads its rows. Throws a StatementFailure, or the error of the connection. */
export type Send = (request: EngineQuery, signal: AbortSignal) => Promise<Answer>

type Answer = Extract<TaskOutcome<'query'>, { ok: true }>

/** How statements of the service itself are sent and their rows read. */
type Reading = {
  /** Settings besides those of every statement, or in place of them. */
  readonly settings?: Readonly<Record<string, string>>
  /** The columns of the result, in place of those that the server names. */
  readonly columns?: readonly ResultColumn[] | undefined
  /** A value by the type of its column. */
  readonly decode?: (value: JsonValue, type: string) => JsonValue
}

/**
 * A ClickHouse server over its HTTP interface (https://clickhouse.com/docs/interfaces/http), in the server's own
 * read-only mode. When the first statement fails because of a setting, a statement of the service finds out which
 * optional settings the server refuses, because a hostile statement can fail like this on purpose. Then the first one
 * is sent again without them.
 */
export function clickhouseServer(
  connection: ClickhouseConnection,
  fetch: ReturnType<EngineOptions['egress']['for']>['fetch'],
  { settings = {}, columns, decode = exactValue }: Reading = {},
): Send {
  const left = new Set<string>()
  const sendOnce: Send = async (request, signal) => {
    const response = await fetch(addressOf(connection, { ...request, settings }, left), {
      method: 'POST',
      headers: { 'X-ClickHouse-User': connection.user, 'X-ClickHouse-Key': connection.password },
      body: request.sql,
      signal,
    })
    if (!response.ok || !response.body) throw failureOf(response.status, await response.text())
    return readLines(Readable.fromWeb(response.body), { request, columns, decode })
  }

  /** Leaves out the optional settings that the server refuses. Returns whether there was one. */
  async function learn(signal: AbortSignal): Promise<boolean> {
    const probe = { ...PROBE_LIMITS, sql: 'SELECT 1' }
    for (;;) {
      const failure = await sendOnce(probe, signal).then(
        () => null,
        (error: unknown) => error,
      )
      if (failure === null) return left.size > 0
      const setting = refusedSetting(failure)
      if (setting === null) throw failure
      if (left.has(setting) || !OPTIONAL_SETTINGS.has(setting)) throw refusalOf(setting, failure)
      left.add(setting)
    }
  }

  let isLearned = false
  return async (request, signal) => {
    try {
      return await sendOnce(request, signal)
    } catch (error) {
      if (isLearned || refusedSetting(error) === null) throw error
      const isOurs = await learn(signal)
      isLearned = true
      if (isOurs) return sendOnce(request, signal)
      throw error
    }
  }
}

/** A user with `readonly = 2` may not set `readonly`. Servers before 23.8 do not know the other setting. */
const OPTIONAL_SETTINGS = new Set(['readonly', 'http_write_exception_in_output_format'])

const PROBE_LIMITS: RowLimits = {
  timeoutMs: 2000,
  preview: { rows: 1, bytes: 100 },
  kept: { rows: 1, bytes: 100 },
}

function addressOf(
  { url, database }: ClickhouseConnection,
  {
    timeoutMs,
    kept,
    onRows,
    settings,
  }: Omit<EngineQuery, 'sql'> & { readonly settings: Readonly<Record<string, string>> },
  left: ReadonlySet<string>,
): URL {
  const address = new URL(url)
  const all = {
    database,
    default_format: 'JSONCompactEachRowWithNamesAndTypes',
    // Set last by the server: after it neither the statement nor anything else changes a setting.
    readonly: '1',
    max_execution_time: String(Math.ceil(timeoutMs / 1000)),
    // Zero is no limit.
    max_result_rows: onRows ? '0' : String(kept.rows + 1),
    result_overflow_mode: 'break',
    output_format_json_quote_64bit_integers: '1',
    output_format_json_quote_decimals: '1',
    output_format_json_quote_denormals: '1',
    date_time_output_format: 'iso',
    // Otherwise a failure after the first rows looks like one more row.
    http_write_exception_in_output_format: '0',
    cancel_http_readonly_queries_on_client_close: '1',
    ...settings,
  }
  for (const [name, value] of Object.entries(all)) {
    if (!left.has(name)) address.searchParams.set(name, value)
  }
  return address
}

const MAX_DEPTH = 32
/** How many lines are read for the error message once a line is not a row. */
const REASON_LINES = 20

/** Reads a line of names, a line of types, and one row a line. */
async function readLines(
  stream: Readable,
  {
    request: { onRows, ...limits },
    columns: known,
    decode,
  }: Pick<Reading, 'columns'> & Required<Pick<Reading, 'decode'>> & { readonly request: EngineQuery },
): Promise<Answer> {
  const kept = new RowKeeper(limits, onRows)
  let names: string[] | null = null
  let types: string[] | null = null
  let rowCount = 0
  const reason: string[] = []
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line === '') continue
      const values =
        reason.length > 0 || isDeeperThan(Buffer.from(line), MAX_DEPTH) ? undefined : parseJson(line)
      // A failure after the first rows comes as plain text, perhaps on several lines.
      if (!Array.isArray(values)) {
        if (reason.push(line) >= REASON_LINES) break
      } else if (names === null) names = distinctNames(known?.map(({ name }) => name) ?? values.map(String))
      else if (types === null) types = known?.map(({ type }) => type) ?? values.map(String)
      else {
        rowCount++
        const exact = values.map((value, index) => decode(value, types?.[index] ?? ''))
        kept.add(rowOf(names, exact))
        if (kept.hasBatch) await kept.sendBatch(columnsOf(names, types))
        if (kept.isFull) break
      }
    }
  } finally {
    // Closing the connection makes the server stop the statement.
    stream.destroy()
  }
  if (reason.length > 0) throw failureOf(200, reason.join('\n'))
  return { ok: true, ...kept.answer(columnsOf(names ?? [], types ?? []), kept.isFull ? null : rowCount) }
}

function columnsOf(names: readonly string[], types: readonly string[]): ResultColumn[] {
  return names.map((name, index) => ({ name, type: types[index] ?? 'unknown' }))
}

/** Integers of 64 bits come as text; those that a double holds are numbers. */
function exactValue(value: JsonValue, type: string): JsonValue {
  if (typeof value !== 'string' || !/^(Nullable\()?U?Int\d+\)?$/.test(type)) return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** A failed statement, with the server's text. */
class ClickhouseFailure extends StatementFailure {
  readonly body: string

  constructor(
    failure: { readonly reason: StatementFailure['reason']; readonly message: string },
    body: string,
  ) {
    super(failure.reason, failure.message)
    this.body = body
  }
}

/** The setting that a statement failed because of; null for another failure. */
function refusedSetting(error: unknown): string | null {
  if (!(error instanceof ClickhouseFailure)) return null
  const match = /Cannot modify '(\w+)' setting in readonly mode|Unknown setting '?(\w+)/.exec(error.body)
  return match?.[1] ?? match?.[2] ?? null
}

/** Why the service cannot send statements to this server. */
function refusalOf(setting: string, failure: unknown): StatementFailure {
  const isUnknown = failure instanceof ClickhouseFailure && /Unknown setting/.test(failure.body)
  const message = isUnknown
    ? `This ClickHouse server is too old: it does not know the setting ${setting}.`
    : 'The profile of this ClickHouse user has readonly = 1, so that no limits can be set for it; give it readonly = 2.'
  return new StatementFailure('invalid', message)
}

const MAX_ERROR_CHARACTERS = 600

/** The server repeats the statement in its error; its reason comes first. */
const MAX_BODY_CHARACTERS = 10_000

function failureOf(status: number, text: string): ClickhouseFailure {
  const body = text.slice(0, MAX_BODY_CHARACTERS)
  return new ClickhouseFailure(explain(status, body), body.slice(0, MAX_ERROR_CHARACTERS))
}

function explain(
  status: number,
  body: string,
): { readonly reason: StatementFailure['reason']; readonly message: string } {
  // One failure may be wrapped in another that says the same.
  const text = /(?:DB::Exception: (?:Code: \d+\. )?)+(.*)/s.exec(body)?.[1] ?? ''
  const sentence = text
    .replace(/ ?\(version .*$/s, '')
    // The list of all tokens of the grammar is longer than the statement.
    .replace(/ Expected one of: .*$/s, '')
    .replace(/\s+/g, ' ')
    .slice(0, MAX_ERROR_CHARACTERS)
  if (status === 401 || status === 403 || /AUTHENTICATION_FAILED|REQUIRED_PASSWORD/.test(body)) {
    return { reason: 'invalid', message: 'ClickHouse refused the user or the password.' }
  }
  if (/READONLY/.test(body)) return { reason: 'refused', message: `Only reading is allowed: ${sentence}` }
  if (/TIMEOUT_EXCEEDED/.test(body))
    return { reason: 'timeout', message: 'The statement ran too long; aggregate or filter more.' }
  if (/MEMORY_LIMIT_EXCEEDED/.test(body))
    return { reason: 'memory', message: 'The statement needs more memory than the server gives it.' }
  if (sentence !== '') return { reason: 'invalid', message: sentence }
  const message =
    status === 200
      ? 'The reply is not in the form of ClickHouse; leave FORMAT out of the statement, or check the address of the source.'
      : `ClickHouse answered with status ${status}.`
  return { reason: 'invalid', message }
}
