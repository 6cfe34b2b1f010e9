import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { QueryableSource, SourceTable } from '@parley/domain'
import type { EngineOptions } from '../engines/engine.ts'
import { openEngine } from '../engines/open-engine.ts'
import { qualifiedName } from '../names/qualified-name.ts'
import { splitName } from '../names/table-name.ts'
import type { FetchedTable, NamedTable, TaskFailure } from '../sandbox/tasks.ts'
import { fetchedColumn, readCollations } from './read-collations.ts'
import { remoteSelect } from './remote-select.ts'

export type FetchOptions = EngineOptions & {
  readonly sources: readonly QueryableSource[]
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export type FetchedTables = {
  readonly tables: readonly FetchedTable[]
  /** One sentence for each table that was fetched. */
  readonly notes: readonly string[]
  /** Removes the files. */
  readonly dispose: () => Promise<void>
}

/** With more rows of one table, the statement should aggregate in the database itself. */
const MAX_ROWS = 200_000
const MAX_BYTES = 48 * 1024 * 1024

/**
 * Fetches the rows that a joining statement needs of the database tables that it names. Returns a failure
 * when a table is too large, because a part of it would give wrong numbers.
 */
export async function fetchTables(
  named: readonly NamedTable[],
  options: FetchOptions,
): Promise<FetchedTables | TaskFailure> {
  const folder = join(options.folder, 'incoming', randomUUID())
  const dispose = () => rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const tables: FetchedTable[] = []
  const notes: string[] = []
  try {
    for (const table of named) {
      const found = findTable(table, options.sources)
      if (!found) continue
      const fetched = await fetchTable(table, {
        ...found,
        file: join(folder, `${tables.length}.json`),
        options,
      })
      if ('reason' in fetched) {
        await dispose()
        return fetched
      }
      tables.push(fetched.table)
      notes.push(fetched.note)
    }
    return { tables, notes, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

type FoundTable = { readonly source: QueryableSource; readonly table: SourceTable }

/**
 * Finds the database table of a written name. The source's name may be left out when it is the only source.
 */
function findTable({ parts }: NamedTable, sources: readonly QueryableSource[]): FoundTable | null {
  const words = parts.map((part) => part.toLowerCase())
  const all = sources.flatMap((source) => source.tables.map((table) => ({ source, table })))
  const namesOf = ({ source, table }: FoundTable) => {
    const own = splitName(table.name.toLowerCase())
    const prefix = source.name.toLowerCase()
    return [[prefix, ...own], [prefix, own.at(-1)], own, [own.at(-1)]].map((name) => name.join('\0'))
  }
  const matches = all.filter((candidate) => namesOf(candidate).includes(words.join('\0')))
  const [match] = matches
  const isFile = match?.source.connection === undefined || match.source.connection.kind === 'http_api'
  return matches.length === 1 && match && !isFile ? match : null
}

async function fetchTable(
  named: NamedTable,
  { source, table, file, options }: FoundTable & { file: string; options: FetchOptions },
): Promise<{ table: FetchedTable; note: string } | TaskFailure> {
  const { connection } = source
  if (connection === undefined || connection.kind === 'http_api')
    throw new TypeError('Only databases are fetched from')
  const select = remoteSelect(table, named, { dialect: connection.kind, maxRows: MAX_ROWS })
  const outcome = await openEngine(connection, options).query({
    sql: select.sql,
    timeoutMs: options.timeoutMs,
    preview: { rows: 0, bytes: 0 },
    kept: { rows: MAX_ROWS + 1, bytes: MAX_BYTES },
    signal: options.signal,
  })
  const name = qualifiedName(source, table)
  if (!outcome.ok) return { ...outcome, message: `${name} could not be read: ${outcome.message}` }
  const { keptRows, rowCount } = outcome.result
  if (keptRows > MAX_ROWS || rowCount === null || keptRows < rowCount) {
    const message = `${name} has too many rows to be joined with another source; filter it by constants, or aggregate it in a separate statement.`
    return { reason: 'invalid', message }
  }
  await writeFile(file, outcome.bytes)
  const own = splitName(table.name)
  const collations = await readCollations({ table, connection, options })
  const columns = select.columns.map((column) => fetchedColumn(column, collations.get(column.name)))
  const schema = own.length > 1 ? (own.at(-2) ?? null) : null
  const { filterCount } = select
  const conditions = filterCount === 1 ? '1 condition' : `${filterCount} conditions`
  const filtered = filterCount > 0 ? `, filtered by ${conditions}` : ''
  return {
    table: { source: source.name, schema, name: own.at(-1) ?? '', file, columns },
    note: `Fetched ${keptRows === 1 ? '1 row' : `${keptRows} rows`} of ${name}: ${columns.map((column) => column.name).join(', ')}${filtered}.`,
  }
}
