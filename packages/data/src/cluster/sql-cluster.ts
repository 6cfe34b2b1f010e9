import type { ResultColumn } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { Egress } from '@parley/net'
import { clickhouseServer } from '../engines/clickhouse-server.ts'
import type { EngineQuery } from '../engines/engine.ts'
import { httpOutcome } from '../engines/http-outcome.ts'
import type { TaskOutcome } from '../sandbox/tasks.ts'
import { textLiteral } from './clickhouse-types.ts'
import { decodeValue } from './decode-value.ts'

/** A ClickHouse server or cluster of the operator that reads the object store of this service. */
export type ClusterPlace = {
  /** Origin and path prefix, for example `https://clickhouse.internal:8443`. */
  readonly url: string
  readonly user: string
  readonly password: string
  /** The named collection that holds the address and the keys of the store: an SQL identifier. */
  readonly collection: string
  /** Statements over tables with fewer rows in all stay on this machine. */
  readonly leastRows: number
}

type ClusterQuery = EngineQuery & {
  /** The columns of the result, as DuckDB names them. */
  readonly columns: readonly ResultColumn[]
}

/** Where large statements over files may run. */
export type SqlCluster = Pick<ClusterPlace, 'collection' | 'leastRows'> & {
  /** Runs a statement of the service within its limits. A failure is returned as an outcome. */
  readonly query: (query: ClusterQuery) => Promise<TaskOutcome<'query'>>
  /**
   * The first line of an object of the store, read through the named collection. Throws an AppError with the sentence of
   * the server.
   */
  readonly readLine: (key: string) => Promise<string>
  /** Whether the cluster failed to answer a moment ago. */
  readonly isAway: () => boolean
}

/** Statements do not wait for a cluster that was away this many milliseconds ago. */
const AWAY_MS = 30_000

const ONE_LINE = { timeoutMs: 10_000, preview: { rows: 1, bytes: 1000 }, kept: { rows: 1, bytes: 1000 } }

/** Where ClickHouse differs from DuckDB by default. */
const SETTINGS = {
  // The table function s3 counts as a temporary table, which `readonly = 1` refuses.
  readonly: '2',
  join_use_nulls: '1',
  session_timezone: 'UTC',
  enable_extended_results_for_datetime_functions: '1',
  date_time_overflow_behavior: 'throw',
  output_format_decimal_trailing_zeros: '1',
  input_format_parquet_allow_missing_columns: '0',
  input_format_null_as_default: '0',
  use_hive_partitioning: '0',
  s3_throw_on_zero_files_match: '1',
}

/** Opens a cluster. Nothing is connected until the first statement. Failures are warnings for the operator. */
export function openSqlCluster(
  { url, user, password, collection, leastRows }: ClusterPlace,
  {
    egress,
    log,
  }: {
    readonly egress: Pick<Egress, 'for'>
    readonly log?: { readonly warn: (details: object, message: string) => void }
  },
): SqlCluster {
  const connection = { kind: 'clickhouse', url, user, password, database: 'default' } as const
  const { fetch } = egress.for('sql_cluster')
  let awayUntilMs = 0
  return {
    collection,
    leastRows,
    async readLine(key) {
      const place = `${collection}, filename = ${textLiteral(key)}, format = 'LineAsString', structure = 'line String'`
      const request = { ...ONE_LINE, sql: `SELECT line FROM s3(${place})` }
      const send = clickhouseServer(connection, fetch, { settings: SETTINGS })
      const outcome = await httpOutcome(request, (signal) => send(request, signal))
      if (!outcome.ok) throw new AppError('unavailable', outcome.message, { cause: outcome.cause })
      return String(outcome.result.rows[0]?.line ?? '')
    },
    isAway: () => performance.now() < awayUntilMs,
    async query({ columns, ...request }) {
      const send = clickhouseServer(connection, fetch, { settings: SETTINGS, columns, decode: decodeValue })
      const outcome = await httpOutcome(request, (signal) => send(request, signal))
      if (outcome.ok || outcome.reason === 'cancelled') return outcome
      // A failure with a cause is one of the connection.
      if (outcome.cause !== undefined) awayUntilMs = performance.now() + AWAY_MS
      log?.warn({ reason: outcome.reason, err: outcome.cause ?? outcome.message }, 'the SQL cluster failed')
      return outcome
    },
  }
}
