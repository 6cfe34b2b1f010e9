import type { SourceKind } from '../source.ts'
import { sqlTokens } from './sql-tokens.ts'

const WRITING_WORDS = new Set(
  `alter analyze attach begin call checkpoint cluster comment commit copy create deallocate delete detach do drop
  execute exec export flush force grant handler import insert install kill listen load lock merge notify optimize
  pragma prepare purge refresh reindex release rename replace reset revoke rollback savepoint set shutdown start
  truncate unlock update upsert use vacuum`.split(/\s+/),
)

/**
 * Functions by which a statement that only reads reaches the server's files, its other sessions or a second statement,
 * where the owner connected a user that may do so. A user with the right to read alone is the better guard.
 */
const REACHING_FUNCTIONS: Partial<Record<SourceKind, RegExp>> = {
  postgresql:
    /^(set_config|pg_read_.*|pg_ls_.*|pg_stat_file|pg_reload_conf|pg_rotate_logfile|pg_terminate_backend|pg_cancel_backend|pg_notify|pg_logical_.*|pg_(try_)?advisory_.*|lo_.*|dblink.*|query_to_xml.*|cursor_to_xml.*|crosstab.*|connectby|ts_stat|ts_rewrite)$/i,
  mysql: /^(load_file|sys_exec|sys_eval|get_lock|release_lock|release_all_locks)$/i,
  clickhouse:
    /^((file|url|s3|hdfs|hudi|azureblobstorage)(cluster)?|(iceberg|deltalake|paimon).*|gcs|oss|cosn|filesystem|arrowflight|arrowstream|remote|remotesecure|cluster|clusterallreplicas|mysql|postgresql|mongodb|redis|sqlite|jdbc|odbc|ytsaurus|executable|eval|input|loop|dictionary|catboostevaluate)$/i,
}

/**
 * Why a statement is not run at all, as a sentence; null where it may be tried. Made for answers that a model
 * understands; what really keeps a statement from writing is each engine's own guard.
 */
export function refusalOf(sql: string, engine: SourceKind): string | null {
  const tokens = sqlTokens(sql)
  const first = tokens.find(({ text }) => text !== '(')
  if (!first) return 'The text holds no SQL statement.'
  if (first.kind === 'word' && WRITING_WORDS.has(first.text.toLowerCase()))
    return 'Only SELECT is allowed here.'
  const semicolon = tokens.findIndex(({ text }) => text === ';')
  if (semicolon >= 0 && tokens.slice(semicolon).some(({ text }) => text !== ';')) {
    return 'Send exactly one SELECT statement, without a second one after a semicolon.'
  }
  const functions = REACHING_FUNCTIONS[engine]
  const reaching = tokens.find(({ name }, at) => tokens[at + 1]?.text === '(' && functions?.test(name))
  if (reaching) return `The function ${reaching.name} is not allowed here.`
  const isSpelled = tokens.some(({ text }, at) => /^u$/i.test(text) && tokens[at + 1]?.text === '&')
  return isSpelled ? 'Write names without escapes (U&"…").' : null
}
