import type { DataConnection } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import type { Deps } from '../deps.ts'
import { toConnection } from './connection.ts'
import { filesOf } from './data-source.ts'

/** Tries a connection and says what is behind it, in a sentence; nothing is kept. Throws what `createConnectedSource` throws. */
export async function testConnection(
  deps: Deps,
  owner: OwnerId,
  { connection: sent, signal }: { readonly connection: DataConnection; readonly signal: AbortSignal },
): Promise<string> {
  const connection = toConnection(sent)
  const { tables } = await deps.data.connect(owner, { name: 'test', connection, signal })
  await deps.data.removeFiles(owner, filesOf(tables, connection))
  const columns = tables.reduce((count, table) => count + table.columns.length, 0)
  if (connection.kind === 'http_api') {
    const records = tables.reduce((count, table) => count + (table.rowCount ?? 0), 0)
    return `It works: ${counted(records, 'record')} with ${counted(columns, 'column')}.`
  }
  if (tables.length === 0) return 'It works, but there is no table that this user may read.'
  return `It works: ${counted(tables.length, 'table')} with ${counted(columns, 'column')}.`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
