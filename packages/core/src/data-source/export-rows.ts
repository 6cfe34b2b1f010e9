import type { Database, OwnerId } from '@parley/db'
import type { WholeResult } from '@parley/domain'
import { type EventOrigin, recordEvent } from '../event/record-event.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { Catalogs } from './catalogs.ts'
import type { DataDeps } from './data-deps.ts'
import { listReachableSources } from './get-data-source.ts'

type Deps = {
  readonly db: Database
  readonly cipher: Cipher
  readonly data: DataDeps
  readonly catalogs: Catalogs
  readonly now: () => Date
  readonly apiKeyPepper: Uint8Array
}

export type RowExport = EventOrigin & {
  readonly sql: string
  readonly signal: AbortSignal
  /** The API key of the caller; null for a person. */
  readonly keyId: string | null
}

/**
 * Runs one reading statement over the owner's data sources and returns all rows of its result. Throws `invalid_request`
 * with what to change, and `unavailable` while too many results are being saved. Reading the rows throws the errors
 * after the first row. The export is recorded before a row leaves, once for each data source that the statement reads.
 */
export async function exportRows(
  deps: Deps,
  owner: OwnerId,
  { sql, signal, ...origin }: RowExport,
): Promise<WholeResult> {
  const sources = await listReachableSources(deps, owner)
  const result = await deps.data.exportRows(owner, { sql, sources, signal })
  const event = { ...origin, owner, action: 'dataSource.export' }
  const read = deps.data.sourcesOf(sql, sources)
  try {
    if (read.length === 0) await recordEvent(deps, event)
    for (const { id, name } of read) await recordEvent(deps, { ...event, targetId: id, detail: { name } })
  } catch (error) {
    await result.rows.return()
    throw error
  }
  return result
}
