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
import { madePath } from './source-file.ts'

type Deps = {
  readonly db: Database
  readonly blobs: Blobs
  readonly data: Pick<DataDeps, 'drawPicture' | 'unpackRows'>
}

export type ArtifactContent = {
  readonly fileName: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/**
 * Reads an artifact of the owner. Draws the picture of a chart, and writes the Parquet file of a result, at the first
 * reading. Throws `not_found` for a missing or expired one, and for another user's; `unavailable` when the file cannot be
 * made now.
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
  const made = madePath(artifact.path)
  if (made === null) return bytes
  const { path, kind } = made
  // Another reader has made the file since the row was read.
  if (bytes === null) return deps.blobs.read(path)
  const make = kind === 'drawing' ? deps.data.drawPicture : deps.data.unpackRows
  const file = await make(owner, bytes)
  await deps.blobs.write(path, file)
  const isKept = await replaceArtifactFile(deps.db, owner, { ...artifact, path, bytes: file.byteLength })
  // When nothing was replaced, the artifact is deleted, or another reader has stored an equal file at this path.
  if (!isKept && (await findArtifact(deps.db, owner, artifact)) === null) await deps.blobs.remove(path)
  return file
}
