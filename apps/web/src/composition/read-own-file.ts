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
  const [, artifactId, encodedName] = /^artifacts\/([0-9a-f-]{36})\/([\w.%-]{1,1000})$/.exec(path) ?? []
  if (artifactId === undefined || encodedName === undefined) return null
  try {
    const fileName = decodeURIComponent(encodedName)
    const { bytes, mediaType } = await getArtifact(deps, owner, { artifactId, fileName })
    return { uri: `${base}${path}`, name: fileName, mediaType, bytes }
  } catch (error) {
    if (isAppError(error) || error instanceof URIError) return null
    throw error
  }
}
