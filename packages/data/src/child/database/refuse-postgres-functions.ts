import type pg from 'pg'
import { sqlTokens } from '../../statement/sql-tokens.ts'
import { databaseError } from './database-error.ts'

/** Volatile functions of the server that neither change anything nor reach outside the connected database. */
const HARMLESS = [
  ...['random', 'random_normal', 'setseed', 'gen_random_uuid', 'uuidv4', 'uuidv7'],
  ...['clock_timestamp', 'timeofday', 'pg_sleep', 'pg_sleep_for', 'pg_sleep_until'],
]

/**
 * Selects functions of these names that are not safe to call, by the volatility that the server reports
 * (https://www.postgresql.org/docs/current/xfunc-volatility.html).
 * An immutable function reaches nothing. A stable one only reads, unless an extension wrote it in C, such as
 * `crosstab`, which runs a text as SQL. A volatile function of the server or of an extension can change or
 * reach anything. The read-only transaction limits one that a user wrote in SQL or PL/pgSQL, unless it runs
 * with its owner's rights.
 */
const UNSAFE = `
  SELECT DISTINCT p.proname FROM pg_proc p
  JOIN pg_language l ON l.oid = p.prolang
  LEFT JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
  WHERE p.proname = ANY($1) AND NOT (
    p.provolatile = 'i'
    OR p.provolatile = 's' AND (l.lanname <> 'c' OR d.objid IS NULL AND p.pronamespace = 'pg_catalog'::regnamespace)
    OR p.pronamespace = 'pg_catalog'::regnamespace AND p.proname = ANY($2)
    OR l.lanname IN ('sql', 'plpgsql') AND NOT p.prosecdef AND d.objid IS NULL
      AND p.pronamespace <> 'pg_catalog'::regnamespace)
  ORDER BY p.proname LIMIT 1`

/** Refuses a statement that calls a function which can change something or reach outside the connected database. */
export async function refuseFunctions(client: pg.Client, sql: string): Promise<void> {
  const { tokens } = sqlTokens(sql, 'postgresql')
  const names = tokens.flatMap(({ kind, name, word }, at) => {
    const isCalled = tokens[at + 1]?.text === '(' && (kind === 'word' || kind === 'quoted')
    // The server converts unquoted names to lower case.
    return isCalled ? [kind === 'quoted' ? name : word] : []
  })
  if (names.length === 0) return
  const { rows } = await client.query<{ proname: string }>(UNSAFE, [[...new Set(names)], HARMLESS])
  const [unsafe] = rows
  if (unsafe) throw databaseError('refused', `The function ${unsafe.proname} is not allowed here.`)
}
