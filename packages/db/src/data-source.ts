import type { Database } from './database.ts'
import type { JsonValue } from './json.ts'
import type { OwnerId } from './owner.ts'
import { type Columns, selectList } from './select-list.ts'
import { prepare } from './statement.ts'
import { isUniqueRefusal } from './translate-failure.ts'

export type DataSource = {
  readonly id: string
  /** Unique among the owner's sources. */
  readonly name: string
  readonly kind: string
  readonly description: string
  /** The catalogue: tables with their columns, types and samples. */
  readonly tables: JsonValue
  /** How to reach it, sealed; null for uploaded files. */
  readonly connectionCipher: Buffer | null
  /** Where it is, for people to read, without anything secret; empty for files. */
  readonly address: string
  readonly bytes: number
  readonly createdAt: string
  /** When the catalogue was last read from the source. */
  readonly refreshedAt: string
  /** Grows with every change, so that a derived index can tell whether it is behind. */
  readonly updatedAt: string
}

/** A data source without its catalogue, which may be many megabytes. */
export type DataSourceSummary = Omit<DataSource, 'tables'> & { readonly tableCount: number }

type DataSourceFields = Omit<DataSource, 'id' | 'createdAt' | 'refreshedAt' | 'updatedAt'>

type DataSourceChange = Partial<DataSourceFields> & {
  readonly id: string
  /** `updatedAt` of the version that the change was made from. */
  readonly basedOn?: string
  /** Whether the catalogue has just been read from the source. */
  readonly isRefreshed?: boolean
}

type UpdatedDataSource =
  | { readonly kind: 'updated'; readonly dataSource: DataSource }
  /** There is none, or no longer the version that the change was made from. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'name_taken' }

const columns: Columns<DataSource> = {
  id: 'id',
  name: 'name',
  kind: 'kind',
  description: 'description',
  tables: 'tables',
  connectionCipher: 'connection_cipher',
  address: 'address',
  // A double holds every size that a disk can hold.
  bytes: 'bytes::float8',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  refreshedAt: 'refreshed_at',
}

const { tables: _, ...columnsOfRow } = columns

const summaryColumns: Columns<DataSourceSummary> = {
  ...columnsOfRow,
  tableCount: 'json_array_length(tables)',
}

/** Where the tables of a data source lie; an uploaded database is named by its connection instead. */
export type DataSourceFiles = Pick<DataSource, 'id' | 'kind' | 'connectionCipher'> & {
  readonly files: readonly string[]
}

const filesColumns: Columns<DataSourceFiles> = {
  id: 'id',
  kind: 'kind',
  connectionCipher: 'connection_cipher',
  files: `array(select t->>'file' from json_array_elements(tables) t where t->>'file' is not null)`,
}

type InsertValues = [
  owner: OwnerId,
  id: string,
  name: string,
  kind: string,
  description: string,
  tables: string,
  connectionCipher: Buffer | null,
  address: string,
  bytes: number,
]

// A catalogue that was just sent need not come back.
const insertSource = prepare<InsertValues, Omit<DataSource, 'tables'>>(
  'insert_data_source',
  `insert into data_sources (user_id, id, name, kind, description, tables, connection_cipher, address, bytes)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (user_id, name) do nothing
   returning ${selectList(columnsOfRow)}`,
)

const selectSource = prepare<[owner: OwnerId, id: string], DataSource>(
  'select_data_source',
  `select ${selectList(columns)} from data_sources where user_id = $1 and id = $2`,
)

const selectSources = prepare<[owner: OwnerId], DataSource>(
  'select_data_sources',
  `select ${selectList(columns)} from data_sources where user_id = $1 order by created_at, id`,
)

const selectSummaries = prepare<[owner: OwnerId], DataSourceSummary>(
  'select_data_source_summaries',
  `select ${selectList(summaryColumns)} from data_sources where user_id = $1 order by created_at, id`,
)

const selectFiles = prepare<[owner: OwnerId], DataSourceFiles>(
  'select_data_source_files',
  `select ${selectList(filesColumns)} from data_sources where user_id = $1`,
)

type UpdateValues = [
  owner: OwnerId,
  id: string,
  name: string | null,
  kind: string | null,
  description: string | null,
  tables: string | null,
  hasConnection: boolean,
  connectionCipher: Buffer | null,
  bytes: number | null,
  address: string | null,
  isRefreshed: boolean,
  basedOn: string | null,
]

const changeSource = prepare<UpdateValues, DataSource>(
  'update_data_source',
  `update data_sources set name = coalesce($3, name), kind = coalesce($4, kind),
     description = coalesce($5, description), tables = coalesce($6::json, tables),
     connection_cipher = case when $7 then $8 else connection_cipher end, bytes = coalesce($9, bytes),
     address = coalesce($10, address), updated_at = iso_now(),
     refreshed_at = case when $11 then iso_now() else refreshed_at end
   where user_id = $1 and id = $2 and ($12::text is null or updated_at = $12)
   returning ${selectList({ ...columns, tables: 'case when $6::json is null then tables end' })}`,
)

const removeSource = prepare<[owner: OwnerId, id: string], object>(
  'delete_data_source',
  `delete from data_sources where user_id = $1 and id = $2 returning id`,
)

/** Stores a data source under a new UUID. Null when the owner has another of that name. */
export async function createDataSource(
  db: Database,
  owner: OwnerId,
  source: DataSourceFields & { readonly id: string },
): Promise<DataSource | null> {
  const { id, name, kind, description, tables, connectionCipher, address, bytes } = source
  const text = JSON.stringify(tables)
  const [created] = await insertSource(db.pool, [
    owner,
    id,
    name,
    kind,
    description,
    text,
    connectionCipher,
    address,
    bytes,
  ])
  return created ? { ...created, tables } : null
}

/** Reads a data source of the owner; null when there is none. */
export async function getDataSource(db: Database, owner: OwnerId, id: string): Promise<DataSource | null> {
  const [source] = await selectSource(db.pool, [owner, id])
  return source ?? null
}

/** Lists the owner's data sources in the order they were connected. */
export async function listDataSources(db: Database, owner: OwnerId): Promise<DataSource[]> {
  return await selectSources(db.pool, [owner])
}

/** Lists the owner's data sources as `listDataSources` does, without their catalogues. */
export async function listDataSourceSummaries(db: Database, owner: OwnerId): Promise<DataSourceSummary[]> {
  return await selectSummaries(db.pool, [owner])
}

/** Lists what the owner's data sources name of files, without reading their catalogues out of the database. */
export async function listDataSourceFiles(db: Database, owner: OwnerId): Promise<DataSourceFiles[]> {
  return await selectFiles(db.pool, [owner])
}

/** Changes the fields that are given, of a data source of the owner, if it is still the version they are based on. */
export async function updateDataSource(
  db: Database,
  owner: OwnerId,
  change: DataSourceChange,
): Promise<UpdatedDataSource> {
  const { id, name = null, kind = null, description = null, tables, connectionCipher, bytes = null } = change
  const { address = null, isRefreshed = false, basedOn = null } = change
  const text = tables === undefined ? null : JSON.stringify(tables)
  const hasConnection = connectionCipher !== undefined
  try {
    const [dataSource] = await changeSource(db.pool, [
      owner,
      id,
      name,
      kind,
      description,
      text,
      hasConnection,
      connectionCipher ?? null,
      bytes,
      address,
      isRefreshed,
      basedOn,
    ])
    if (!dataSource) return { kind: 'missing' }
    return { kind: 'updated', dataSource: { ...dataSource, tables: tables ?? dataSource.tables } }
  } catch (error) {
    if (isUniqueRefusal(error)) return { kind: 'name_taken' }
    throw error
  }
}

/** Deletes a data source of the owner. False when there is none. */
export async function deleteDataSource(db: Database, owner: OwnerId, id: string): Promise<boolean> {
  const deleted = await removeSource(db.pool, [owner, id])
  return deleted.length === 1
}
