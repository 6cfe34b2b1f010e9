import { randomUUID } from 'node:crypto'
import { createArtifact, type Database, type OwnerId } from '@parley/db'
import type { SaveArtifact } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { Blobs } from './blobs.ts'

type Deps = { readonly db: Database; readonly blobs: Blobs; readonly now: () => Date }

/** Milliseconds for which the files of a stateless call are served. */
const STATELESS_LIFETIME_MS = 3_600_000

/**
 * Returns the function with which the tools of one run save their files. With `runId` a file lives as long as
 * its session, without it one hour. Paths are `artifacts/<artifact id>/<file name>`, percent-encoded as part of an address.
 */
export function artifactSaver(deps: Deps, owner: OwnerId, runId: string | null): SaveArtifact {
  return async (file) => {
    const artifactId = randomUUID()
    const path = `artifacts/${owner}/${artifactId}/${file.name}`
    await deps.blobs.write(path, file.bytes)
    const expiresAt = runId ? null : new Date(deps.now().getTime() + STATELESS_LIFETIME_MS)
    const isRecorded = await createArtifact(deps.db, owner, {
      artifactId,
      fileName: file.name,
      mediaType: file.mediaType,
      bytes: file.bytes.byteLength,
      path,
      runId,
      expiresAt,
    })
    if (!isRecorded) {
      await deps.blobs.remove(path)
      throw new AppError('not_found', 'The session was deleted while a tool was writing a file.')
    }
    return `artifacts/${artifactId}/${encodeURIComponent(file.name)}`
  }
}
