import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

type FileAccess = {
  /** Files that statements may read. */
  readonly files?: readonly string[]
  /** Folders in which statements may read and write; only for statements that Parley writes itself. */
  readonly folders?: readonly string[]
  /** Threads that run one statement. The second one costs each statement processor time, also where it finds no work. */
  readonly threads: 1 | 2
}

/**
 * Opens a new in-memory DuckDB that can reach only the given files: no other file, no network, no
 * extensions, settings locked after `prepare` ran. The settings are the ones measured against an attack list
 * (https://duckdb.org/docs/stable/operations_manual/securing_duckdb/overview).
 */
export async function openDuckDb(
  { files = [], folders = [], threads }: FileAccess,
  prepare: (connection: DuckDBConnection) => Promise<void> = async () => undefined,
): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '512MB',
    threads: String(threads),
    // In the working directory of the child, its private folder.
    temp_directory: 'spill',
    max_temp_directory_size: '768MB',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
    allow_persistent_secrets: 'false',
  })
  const connection = await instance.connect()
  // The instance lives as long as its connection. A longer reference would keep its files open until garbage collection.
  instance.closeSync()
  if (files.length > 0) await connection.run(`SET allowed_paths = [${files.map(quoteText)}]`)
  if (folders.length > 0) await connection.run(`SET allowed_directories = [${folders.map(quoteText)}]`)
  await connection.run('SET enable_external_access = false')
  await connection.run("SET TimeZone = 'UTC'")
  await prepare(connection)
  await connection.run('SET lock_configuration = true')
  return connection
}

/** A name as an SQL identifier, in double quotes. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text as an SQL literal, in single quotes. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
