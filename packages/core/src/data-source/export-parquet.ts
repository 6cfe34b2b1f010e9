import type { OwnerId } from '@parley/db'
import { exportRows, type RowExport } from './export-rows.ts'

type Deps = Parameters<typeof exportRows>[0]

/**
 * Runs one reading statement over the owner's data sources and returns its whole result as a Parquet file, in pieces.
 * Throws like `exportRows`, and `invalid_request` for values that Parquet cannot hold.
 */
export async function exportParquet(
  deps: Deps,
  owner: OwnerId,
  statement: RowExport,
): Promise<AsyncGenerator<Uint8Array, void, void>> {
  const result = await exportRows(deps, owner, statement)
  return deps.data.writeParquet(owner, { result, signal: statement.signal })
}
