import { randomUUID } from 'node:crypto'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SourceTable, SqliteConnection } from '@parley/domain'
import { databaseEngine } from '../engines/database-engine.ts'
import type { EngineOptions } from '../engines/engine.ts'
import { datasetFolder } from '../source/dataset-files.ts'
import { versionsOf } from '../versions/versions-of.ts'
import { receiveUpload, type Upload } from './receive-upload.ts'

type SqliteUpload = Upload & EngineOptions

type IngestedSqlite = {
  readonly tables: readonly SourceTable[]
  readonly connection: SqliteConnection
  readonly bytes: number
}

/**
 * Takes in a SQLite database: streams it to disk, reads its tables in the sandbox and keeps it as it is. Throws an
 * AppError `invalid_request` when it is not a readable database, `too_large` over the limit; then nothing is left on the disk.
 */
export async function ingestSqlite(upload: SqliteUpload): Promise<IngestedSqlite> {
  const file = `${datasetFolder(upload.ownerId)}/${randomUUID()}/database.sqlite`
  const path = join(upload.folder, file)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const incoming = `${path}.incoming`
    const bytes = await receiveUpload(upload, incoming)
    await chmod(incoming, 0o400)
    await rename(incoming, path)
    const connection = { kind: 'sqlite', file } as const
    await versionsOf(upload).keep(dirname(file))
    const { tables } = await databaseEngine(connection, upload).describe(upload.signal)
    return { tables, connection, bytes }
  } catch (error) {
    await rm(dirname(path), { recursive: true, force: true })
    // The first failure is thrown. What stays in a store that does not answer is found later, as an orphan.
    await versionsOf(upload)
      .remove(dirname(file))
      .catch(() => {})
    throw error
  }
}
