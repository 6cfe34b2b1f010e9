import type { JsonValue } from '@parley/domain'
import { readClock } from './clock.ts'
import type { Database } from './database.ts'
import { Prisma } from './generated/client.ts'
import { onlyDefined } from './only-defined.ts'
import type { OwnerId } from './owner.ts'
import { type Columns, selectList } from './select-list.ts'
import { prepare } from './statement.ts'
import { isUniqueRefusal } from './translate-failure.ts'

export type StoredDataSource = {
  readonly id: string
  /** Unique among the owner's data sources. */
  readonly name: string
  /** The name for people; empty to show `name`. */
  readonly title: string
  readonly kind: string
  readonly description: string
  /** The catalog: tables with their columns, types and samples. */
  readonly tables: JsonValue
  /** The sealed connection; null for uploaded files. */
  readonly connectionCipher: Buffer | null
  /** The address to show, without secrets; empty for files. */
  readonly address: string
  readonly bytes: number
  readonly createdAt: string
  /** When the catalog was last read from the data source. */
  readonly refreshedAt: string
  /** Changes with every update; caches and indexes compare it with the version they were made from. */
  readonly updatedAt: string
}

/** A data source without its catalog, which may be many megabytes. */
export type StoredDataSourceRow = Omit<StoredDataSource, 'tables'>

/** The same with the number of its tables, for which PostgreSQL reads the catalog. */
export type StoredDataSourceSummary = StoredDataSourceRow & { readonly tableCount: number }

type DataSourceFields = Omit<StoredDataSource, 'id' | 'createdAt' | 'refreshedAt' | 'updatedAt'>

type DataSourceChange = Partial<DataSourceFields> & {
  readonly id: string
  /** `updatedAt` of the version that the change was made from. */
  readonly basedOn?: string
  /** Whether the catalog was just read from the data source. */
  readonly isRefreshed?: boolean
}

type UpdatedDataSource =
  | { readonly kind: 'updated'; readonly dataSource: StoredDataSource }
  /** The data source is missing, or its version is no longer `basedOn`. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'name_taken' }

const columns: Columns<StoredDataSource> = {
  id: 'id',
  name: 'name',
  title: 'title',
  kind: 'kind',
  description: 'description',
  tables: 'tables',
  connectionCipher: 'connection_cipher',
  address: 'address',
  // A double represents every file size exactly.
  bytes: 'bytes::float8',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  refreshedAt: 'refreshed_at',
}

const { tables: _, ...rowColumns } = columns

/** Columns of a row without its catalog. */
export const dataSourceRowColumns: Columns<StoredDataSourceRow> = rowColumns

const summaryColumns: Columns<StoredDataSourceSummary> = {
  ...dataSourceRowColumns,
  tableCount: 'json_array_length(tables)',
}

/** The files that hold a data source's tables; the connection names an uploaded database instead. */
export type DataSourceFiles = Pick<StoredDataSource, 'id' | 'kind' | 'connectionCipher'> & {
  readonly files: readonly string[]
}

const filesColumns: Columns<DataSourceFiles> = {
  id: 'id',
  kind: 'kind',
  connectionCipher: 'connection_cipher',
  files: `array(select t->>'file' from json_array_elements(tables) t where t->>'file' is not null)`,
}

const selectSource = prepare('select_data_source')<[owner: OwnerId, id: string], StoredDataSource>(
  `select ${selectList(columns)} from data_sources where user_id = $1 and id = $2`,
)

const selectSources = prepare('select_data_sources')<[owner: OwnerId], StoredDataSource>(
  `select ${selectList(columns)} from data_sources where user_id = $1 order by created_at, id`,
)

const selectSummaries = prepare('select_data_source_summaries')<[owner: OwnerId], StoredDataSourceSummary>(
  `select ${selectList(summaryColumns)} from data_sources where user_id = $1 order by created_at, id`,
)

const selectFiles = prepare('select_data_source_files')<[owner: OwnerId], DataSourceFiles>(
  `select ${selectList(filesColumns)} from data_sources where user_id = $1`,
)

/** Stores a data source under a new UUID. Null when the owner already has a data source of that name. */
export async function createDataSource(
  db: Database,
  owner: OwnerId,
  source: DataSourceFields & { readonly id: string },
): Promise<StoredDataSource | null> {
  const { id, name, title, kind, description, tables, connectionCipher, address, bytes } = source
  const fields = { name, title, kind, description, tables, connectionCipher, address, bytes }
  try {
    const times = await db.prisma.dataSource.create({
      data: { id, userId: owner, ...storedFields(fields) },
      select: { createdAt: true, refreshedAt: true, updatedAt: true },
    })
    return { id, ...fields, ...times }
  } catch (error) {
    if (isUniqueRefusal(error)) return null
    throw error
  }
}

/** Reads the owner's data source; null when there is none. */
export async function getDataSource(
  db: Database,
  owner: OwnerId,
  id: string,
): Promise<StoredDataSource | null> {
  const [source] = await selectSource(db.pool, [owner, id])
  return source ?? null
}

/** Lists the owner's data sources in the order they were connected. */
export async function listDataSources(db: Database, owner: OwnerId): Promise<StoredDataSource[]> {
  return await selectSources(db.pool, [owner])
}

/** Lists the owner's data sources in the order they were connected, without their catalogs. */
export async function listDataSourceSummaries(
  db: Database,
  owner: OwnerId,
): Promise<StoredDataSourceSummary[]> {
  return await selectSummaries(db.pool, [owner])
}

/** Lists the files of the owner's data sources; PostgreSQL extracts them from the catalogs. */
export async function listDataSourceFiles(db: Database, owner: OwnerId): Promise<DataSourceFiles[]> {
  return await selectFiles(db.pool, [owner])
}

/** Changes the given fields of the owner's data source if its version is still the one they are based on. */
export async function updateDataSource(
  db: Database,
  owner: OwnerId,
  { id, basedOn, isRefreshed = false, ...changes }: DataSourceChange,
): Promise<UpdatedDataSource> {
  const { name, title, kind, description, tables, connectionCipher, address, bytes } = changes
  const fields = { name, title, kind, description, tables, connectionCipher, address, bytes }
  const updatedAt = await readClock(db)
  try {
    const { count } = await db.prisma.dataSource.updateMany({
      where: { id, userId: owner, ...(basedOn !== undefined && { updatedAt: basedOn }) },
      data: { ...storedFields(fields), updatedAt, ...(isRefreshed && { refreshedAt: updatedAt }) },
    })
    const dataSource = count === 1 ? await getDataSource(db, owner, id) : null
    return dataSource ? { kind: 'updated', dataSource } : { kind: 'missing' }
  } catch (error) {
    if (isUniqueRefusal(error)) return { kind: 'name_taken' }
    throw error
  }
}

/** Deletes the owner's data source. False when there is none. */
export async function deleteDataSource(db: Database, owner: OwnerId, id: string): Promise<boolean> {
  const { count } = await db.prisma.dataSource.deleteMany({ where: { id, userId: owner } })
  return count === 1
}

function storedFields<Fields extends { [Key in keyof DataSourceFields]: DataSourceFields[Key] | undefined }>({
  connectionCipher,
  tables,
  ...fields
}: Fields) {
  return onlyDefined({
    ...fields,
    tables: tables === null ? Prisma.JsonNull : tables,
    connectionCipher: connectionCipher && new Uint8Array(connectionCipher),
  })
}
