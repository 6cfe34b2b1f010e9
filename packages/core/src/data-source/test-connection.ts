import type { DataConnection } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import type { Connection, SourceTable } from '@parley/domain'
import { toConnection } from './connection.ts'
import type { DataDeps } from './data-deps.ts'
import { filesOf } from './data-source.ts'

type Deps = { readonly data: DataDeps }

/** A sentence that describes what the connection reads, and what its user may do beyond reading. */
type TestedConnection = { readonly message: string; readonly warnings: readonly string[] }

/** Tests a connection and describes what it reads; keeps nothing. Throws like `createConnectedSource`. */
export async function testConnection(
  deps: Deps,
  owner: OwnerId,
  { connection: sent, signal }: { readonly connection: DataConnection; readonly signal: AbortSignal },
): Promise<TestedConnection> {
  const connection = toConnection(sent)
  const { tables, warnings = [] } = await deps.data.connect(owner, { name: 'test', connection, signal })
  await deps.data.removeFiles(owner, filesOf(tables, connection))
  return { message: messageOf(tables, connection.kind), warnings }
}

function messageOf(tables: readonly SourceTable[], kind: Connection['kind']): string {
  const columns = tables.reduce((count, table) => count + table.columns.length, 0)
  if (kind === 'http_api') {
    const records = tables.reduce((count, table) => count + (table.rowCount ?? 0), 0)
    return `It works: ${counted(records, 'record')} with ${counted(columns, 'column')}.`
  }
  if (tables.length === 0) return 'It works, but there is no table that this user may read.'
  return `It works: ${counted(tables.length, 'table')} with ${counted(columns, 'column')}.`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
