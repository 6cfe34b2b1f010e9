import { type Database, getArtifact as findArtifact, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Blobs } from './blobs.ts'

type Deps = { readonly db: Database; readonly blobs: Blobs }

export type ArtifactContent = {
  readonly fileName: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/**
 * Reads an artifact of the owner. Throws `not_found` for a missing or expired one, and for another user's.
 */
export async function getArtifact(
  deps: Deps,
  owner: OwnerId,
  { artifactId, fileName }: { readonly artifactId: string; readonly fileName: string },
): Promise<ArtifactContent> {
  const row = await findArtifact(deps.db, owner, { artifactId, fileName })
  const bytes = row && (await deps.blobs.read(row.path))
  if (!row || !bytes) throw new AppError('not_found', 'There is no artifact at this path.')
  return { fileName: row.fileName, mediaType: row.mediaType, bytes }
}
