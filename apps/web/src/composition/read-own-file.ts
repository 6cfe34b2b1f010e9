import { type Deps, getArtifact } from '@parley/core'
import { isAppError } from '@parley/errors'
import type { ServedFile } from '@parley/mcp'

/**
 * Reads the owner's file at `artifacts/<artifact id>/<file name>` or at its full address; null when there is
 * none.
 */
export async function readOwnFile(
  deps: Deps,
  owner: Parameters<typeof getArtifact>[1],
  place: string,
): Promise<ServedFile | null> {
  const base = `${deps.origin}/api/`
  const path = place.startsWith(base) ? place.slice(base.length) : place
  const [, artifactId, fileName] = /^artifacts\/([0-9a-f-]{36})\/([\w.-]{1,100})$/.exec(path) ?? []
  if (artifactId === undefined || fileName === undefined) return null
  try {
    const { bytes, mediaType } = await getArtifact(deps, owner, { artifactId, fileName })
    return { uri: `${base}${path}`, name: fileName, mediaType, bytes }
  } catch (error) {
    if (isAppError(error)) return null
    throw error
  }
}
