import { getDataSource as findDataSource, type OwnerId, updateDataSource } from '@parley/db'
import {
  type ReadingSettings,
  type SourceTable,
  SPELLED_SETTINGS,
  type TableSettings,
  UNFITTING_SETTINGS,
} from '@parley/domain'
import { AppError } from '@parley/errors'
import { requireStorage, type StorageDeps } from '../quota.ts'
import type { DataDeps } from './data-deps.ts'
import { filesOf, type OpenedDataSource, openDataSource, toStoredTables } from './data-source.ts'
import { keepOwnWords } from './keep-own-words.ts'
import { refuseOffered } from './offered-source.ts'

type Deps = StorageDeps & { readonly data: DataDeps }

export type Rereading = {
  readonly id: string
  /** `source.table`, as the data source shows it; may be left out where there is one table. */
  readonly table?: string | undefined
  /** Replaces what the owner chose before for the table. What is absent is decided from the file. */
  readonly settings: ReadingSettings
  readonly signal: AbortSignal
}

/**
 * Reads the kept upload of a data source again with other settings for one table, and replaces its tables. Keeps the owner's
 * descriptions. A failed reading changes nothing. Throws `not_found`, `forbidden` for a data source that the service
 * offers, `invalid_request` for a source without a kept file, an unknown table or settings that do not fit the file,
 * `too_large` over the storage quota, `conflict`.
 */
export async function rereadDataSource(
  deps: Deps,
  owner: OwnerId,
  { id, table, settings, signal }: Rereading,
): Promise<OpenedDataSource> {
  refuseOffered(deps, id)
  const row = await findDataSource(deps.db, owner, id)
  if (!row) throw new AppError('not_found', 'There is no data source with this id.')
  const before = openDataSource(row)
  const original = before.tables[0]?.original
  if (!original) {
    const reason =
      row.kind === 'file' ? 'Its file was not kept; upload it again' : 'It is not an uploaded file'
    throw new AppError('invalid_request', `The data source cannot be read differently. ${reason}.`)
  }
  refuseUnfitting(original.format, settings)
  const chosen = withSettings(before, { table, settings })
  const read = await deps.data.reread(owner, { name: row.name, original, settings: chosen, signal })
  const changed = await requireStorage(deps, owner, read.bytes - row.bytes)
    .then(() =>
      updateDataSource(deps.db, owner, {
        id,
        tables: toStoredTables(keepOwnWords(read.tables, before.tables)),
        bytes: read.bytes,
        isRefreshed: true,
        basedOn: row.updatedAt,
      }),
    )
    .catch(async (error: unknown) => {
      await deps.data.removeFiles(owner, filesOf(read.tables, null))
      throw error
    })
  if (changed.kind !== 'updated') {
    await deps.data.removeFiles(owner, filesOf(read.tables, null))
    throw new AppError('conflict', 'The source was changed meanwhile; send the request again.')
  }
  await deps.data.retireFiles(owner, filesOf(before.tables, null))
  return openDataSource(changed.dataSource)
}

/** Columns that an error names. */
const NAMED_COLUMNS = 20

type Format = NonNullable<SourceTable['original']>['format']

function refuseUnfitting(format: Format, settings: ReadingSettings): void {
  const wrong = UNFITTING_SETTINGS[format].find((name) => settings[name] !== undefined)
  if (wrong)
    throw new AppError(
      'invalid_request',
      `settings: ${SPELLED_SETTINGS[wrong]} does not apply to a file of the format ${format}.`,
    )
}

/** What the owner chose for every table: the new settings for one, those of the last reading for the others. */
function withSettings(
  { name, tables }: OpenedDataSource,
  { table, settings }: Pick<Rereading, 'table' | 'settings'>,
): TableSettings[] {
  const wanted = tables.find((entry) =>
    table === undefined ? tables.length === 1 : `${name}.${entry.name}` === table,
  )
  if (!wanted) {
    const names = tables.map((entry) => `${name}.${entry.name}`).join(', ')
    throw new AppError('invalid_request', `table: name one of the tables of the data source: ${names}.`)
  }
  const columns = new Set(wanted.columns.map((column) => column.name))
  const unknown = Object.keys(settings.columnTypes ?? {}).find((column) => !columns.has(column))
  if (unknown !== undefined) {
    const names = [...columns].slice(0, NAMED_COLUMNS).join(', ')
    throw new AppError(
      'invalid_request',
      `settings: column_types names “${unknown}”. Name columns of the table: ${names}.`,
    )
  }
  return tables.map((entry) => ({
    table: entry.name,
    settings: entry === wanted ? settings : chosenBefore(entry),
  }))
}

function chosenBefore({ reading }: SourceTable): ReadingSettings {
  return Object.fromEntries((reading?.chosen ?? []).map((name) => [name, reading?.settings[name]]))
}
