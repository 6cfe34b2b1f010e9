import {
  type Artifact,
  type Database,
  getArtifact as findArtifact,
  type OwnerId,
  replaceArtifactFile,
} from '@parley/db'
import { AppError } from '@parley/errors'
import type { DataDeps } from '../data-source/data-deps.ts'
import type { Blobs } from './blobs.ts'
import { picturePath } from './drawing.ts'

type Deps = { readonly db: Database; readonly blobs: Blobs; readonly data: Pick<DataDeps, 'drawPicture'> }

export type ArtifactContent = {
  readonly fileName: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/**
 * Reads an artifact of the owner. Draws the picture of a chart at its first reading. Throws `not_found` for a missing or
 * expired one, and for another user's; `unavailable` when a picture cannot be drawn now.
 */
export async function getArtifact(
  deps: Deps,
  owner: OwnerId,
  wanted: { readonly artifactId: string; readonly fileName: string },
): Promise<ArtifactContent> {
  const row = await findArtifact(deps.db, owner, wanted)
  const bytes = row && (await readFile(deps, owner, row))
  if (!row || !bytes) throw new AppError('not_found', 'There is no artifact at this path.')
  return { fileName: row.fileName, mediaType: row.mediaType, bytes }
}

async function readFile(deps: Deps, owner: OwnerId, artifact: Artifact): Promise<Uint8Array | null> {
  const bytes = await deps.blobs.read(artifact.path)
  const path = picturePath(artifact.path)
  if (path === null) return bytes
  // Another reader has drawn the picture since the row was read.
  if (bytes === null) return deps.blobs.read(path)
  const picture = await deps.data.drawPicture(owner, bytes)
  await deps.blobs.write(path, picture)
  const isKept = await replaceArtifactFile(deps.db, owner, { ...artifact, path, bytes: picture.byteLength })
  // Deleted meanwhile, or another reader was first and its equal picture is at the same path.
  if (!isKept && (await findArtifact(deps.db, owner, artifact)) === null) await deps.blobs.remove(path)
  return picture
}
