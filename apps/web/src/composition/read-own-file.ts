import { type Deps, getArtifact } from '@parley/core'
import { isAppError } from '@parley/errors'
import type { ServedFile } from '@parley/mcp'

/** The owner's file at a path as results name it, `artifacts/<artifact id>/<file name>`; null where there is none. */
export async function readOwnFile(
  deps: Deps,
  owner: Parameters<typeof getArtifact>[1],
  path: string,
): Promise<ServedFile | null> {
  const [, artifactId, fileName] = /^artifacts\/([0-9a-f-]{36})\/([\w.-]{1,100})$/.exec(path) ?? []
  if (artifactId === undefined || fileName === undefined) return null
  try {
    const { bytes, mediaType } = await getArtifact(deps, owner, { artifactId, fileName })
    return { uri: `${deps.origin}/api/${path}`, name: fileName, mediaType, bytes }
  } catch (error) {
    if (isAppError(error)) return null
    throw error
  }
}
