import type { SourceKind } from '@parley/domain'
import type { Statement, TableReference } from '../statement/statement.ts'

const WRITING_WORDS = new Set(
  `alter analyze attach begin call checkpoint cluster comment commit copy create deallocate delete detach do drop
  execute exec export flush force grant handler import insert install kill listen load lock merge notify optimize
  pragma prepare purge refresh reindex release rename replace reset revoke rollback savepoint set shutdown start
  truncate unlock update upsert use vacuum`.split(/\s+/),
)

/**
 * Functions by which a statement over files reaches settings, paths or a second statement. Databases are asked what a
 * function is instead; see child/database and engines.
 */
const REACHING_FUNCTION =
  /^((enable|disable)_.*|(force_)?checkpoint|truncate_duckdb_logs|duckdb_(databases|external_file_cache|log.*|profiling_settings|secrets|settings|temporary_files|variables|views)|current_setting|pragma_.*|which_secret|sql_auto_complete|json_execute_serialized_sql|query|query_table|(arrow|seq)_scan.*)$/i

/**
 * Returns a sentence that refuses a statement; null when it may run. It gives the model a clear error. The
 * guards of each engine are what prevents writing.
 */
export function refusalOf({ tokens, tables }: Statement, engine: SourceKind): string | null {
  const first = tokens.find(({ text }) => text !== '(')
  if (!first) return 'The text holds no SQL statement.'
  if (first.kind === 'word' && WRITING_WORDS.has(first.text.toLowerCase()))
    return 'Only SELECT is allowed here.'
  const semicolon = tokens.findIndex(({ text }) => text === ';')
  if (semicolon >= 0 && tokens.slice(semicolon).some(({ text }) => text !== ';')) {
    return 'Send exactly one SELECT statement, without a second one after a semicolon.'
  }
  const reaching =
    engine === 'file'
      ? tokens.find(({ name }, at) => tokens[at + 1]?.text === '(' && REACHING_FUNCTION.test(name))
      : undefined
  if (reaching) return `The function ${reaching.name} is not allowed here.`
  const settings = engine === 'file' ? tables.find(isSettingsTable) : undefined
  if (settings) return `The table ${settings.path.at(-1)?.name} is not allowed here.`
  if (tokens.some(({ text }) => text === '/*!' || text === '/*M!'))
    return 'Write the statement without comments of the form /*! … */: some servers run their text.'
  const isSpelled = tokens.some(({ text }, at) => /^u$/i.test(text) && tokens[at + 1]?.text === '&')
  return isSpelled ? 'Write names without escapes (U&"…").' : null
}

/** Tables of DuckDB itself that show its settings and where files lie. */
const SETTINGS_TABLES =
  /^(duckdb_(databases|external_file_cache|log.*|secrets|settings|temporary_files|variables|views)|pg_settings|pg_views|sqlite_(temp_)?(master|schema))$/
const OWN_SCHEMAS = new Set(['main', 'system', 'pg_catalog', 'information_schema'])

function isSettingsTable({ path }: TableReference): boolean {
  const [name = '', schema] = path.map((token) => token.name.toLowerCase()).toReversed()
  if (schema === 'information_schema') return name === 'views'
  return SETTINGS_TABLES.test(name) && (schema === undefined || OWN_SCHEMAS.has(schema))
}
