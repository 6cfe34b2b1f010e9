import type { Role } from '@parley/domain'
import { dataSourceRowColumns, type StoredDataSourceRow } from './data-source.ts'
import type { Database } from './database.ts'
import { definitionColumns, type StoredDefinition } from './definition.ts'
import { prepareLookup } from './lookup.ts'
import type { OwnerId } from './owner.ts'
import { type Columns, jsonObject, selectList } from './select-list.ts'
import { rowsOf } from './statement.ts'

/** What the data tools of a run read of their owner. */
export type StoredRunData = {
  /** Decides which data sources the service offers. Null when the user is gone. */
  readonly role: Role | null
  /** In the order they were connected, without their catalogs. */
  readonly sources: readonly StoredDataSourceRow[]
  /** In the order they were created. */
  readonly definitions: readonly StoredDefinition[]
}

type SourceInJson = Omit<StoredDataSourceRow, 'connectionCipher'> & {
  readonly connectionCipher: string | null
}

/** What the statements of this file and of a turn select of an owner. */
export type RunDataRow = {
  readonly role: Role
  readonly sources: readonly SourceInJson[]
  readonly definitions: readonly StoredDefinition[]
}

// JSON holds no bytes.
const connectionCipher = `encode(${dataSourceRowColumns.connectionCipher}, 'base64')`

/** Columns of a user `u`. */
export const runDataColumns: Columns<RunDataRow> = {
  role: 'u.role',
  sources: `coalesce((select json_agg(${jsonObject({ ...dataSourceRowColumns, connectionCipher })} order by created_at, id)
    from data_sources where user_id = u.id), '[]')`,
  definitions: `coalesce((select json_agg(${jsonObject(definitionColumns)} order by created_at, id)
    from definitions where user_id = u.id), '[]')`,
}

const findRow = prepareLookup('find_run_data')<[owner: string], RunDataRow>(`
  select asked.position::int, ${selectList(runDataColumns)}
  from ${rowsOf('$1::uuid[]')} with ordinality as asked (owner, position) join users u on u.id = asked.owner
`)

/** Reads the role, the data sources and the definitions of an owner in one statement. */
export async function findRunData(db: Database, owner: OwnerId): Promise<StoredRunData> {
  const row = await findRow(db, [owner])
  return row ? toRunData(row) : { role: null, sources: [], definitions: [] }
}

/** Reads the columns of `runDataColumns`. */
export function toRunData(row: RunDataRow): StoredRunData {
  return { ...row, sources: row.sources.map(withBytes) }
}

function withBytes({ connectionCipher: text, ...source }: SourceInJson): StoredDataSourceRow {
  return { ...source, connectionCipher: text === null ? null : Buffer.from(text, 'base64') }
}
