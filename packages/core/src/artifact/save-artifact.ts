import { randomUUID } from 'node:crypto'
import { createArtifact, type OwnerId } from '@parley/db'
import type { SaveArtifact } from '@parley/domain'
import { AppError } from '@parley/errors'
import { requireStorage, type StorageDeps } from '../quota.ts'
import type { Blobs } from './blobs.ts'
import { sourcePath } from './source-file.ts'

type Deps = StorageDeps & { readonly blobs: Blobs; readonly now: () => Date }

type SavedFor = {
  /** The stored run that the files belong to and are deleted with; null for a run that is not stored. */
  readonly runId: string | null
  /** Milliseconds for which they are served; null for no limit. */
  readonly lifetimeMs?: number | null
}

/** Milliseconds for which the files of a stateless call are served. */
const STATELESS_LIFETIME_MS = 3_600_000

/**
 * Returns the function with which the tools of one run save their files. With `runId` a file lives as long as its
 * session, or for `lifetimeMs`; without `runId` it lives one hour. A drawing and packed rows are kept as they are; the
 * PNG and the Parquet file are made at the first reading. Paths are `artifacts/<artifact id>/<file name>`,
 * percent-encoded as part of an address. The function throws an AppError `too_large` when the owner's storage is full.
 */
export function artifactSaver(
  deps: Deps,
  owner: OwnerId,
  { runId, lifetimeMs = runId ? null : STATELESS_LIFETIME_MS }: SavedFor,
): SaveArtifact {
  return async (file) => {
    const artifactId = randomUUID()
    const place = `artifacts/${owner}/${artifactId}/${file.name}`
    const path = file.source ? sourcePath(place, file.source) : place
    await deps.blobs.write(path, file.bytes)
    const expiresAt = lifetimeMs === null ? null : new Date(deps.now().getTime() + lifetimeMs)
    const { name: fileName, mediaType } = file
    const bytes = file.bytes.byteLength
    const mostBytes = deps.limits.quotas.storageBytes
    const row = { artifactId, fileName, mediaType, bytes, path, runId, expiresAt, mostBytes }
    if (!(await createArtifact(deps.db, owner, row))) {
      await deps.blobs.remove(path)
      await requireStorage(deps, owner, bytes)
      throw new AppError('not_found', 'The session was deleted while a tool was writing a file.')
    }
    return `artifacts/${artifactId}/${encodeURIComponent(file.name)}`
  }
}
