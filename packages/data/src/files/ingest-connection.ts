import type { Connection } from '@parley/domain'
import type { EngineOptions } from '../engines/engine.ts'
import { openEngine } from '../engines/open-engine.ts'
import { ingestApi } from './ingest-api.ts'
import type { IngestedFile } from './ingest-file.ts'

type ConnectedSource = EngineOptions & {
  readonly name: string
  readonly connection: Connection
  readonly signal: AbortSignal
}

/** The tables behind a connection, with the bytes that they take here. */
type IngestedConnection = IngestedFile & { readonly warnings?: readonly string[] }

/**
 * Reads the tables behind a connection, and fetches the records of an API. Throws an AppError with a sentence when that
 * fails, and then leaves nothing.
 */
export async function ingestConnection({
  connection,
  name,
  ...options
}: ConnectedSource): Promise<IngestedConnection> {
  if (connection.kind === 'http_api') return ingestApi({ ...options, name, connection })
  const described = await openEngine(connection, options).describe(options.signal)
  return { ...described, bytes: 0 }
}
