import { DOORS } from '@parley/contract'
import { type Deps, getArtifact } from '@parley/core'
import { AppError } from '@parley/errors'
import * as z from 'zod'
import { authorize } from '../procedure/authorize.ts'
import { readBearer } from './read-bearer.ts'
import { replyError } from './reply.ts'
import type { RestReply, RestRequest } from './rest-request.ts'

/** Letters of every script, because a file is named after the title of its chart. */
const ArtifactPath = z.tuple([
  z.literal('artifacts'),
  z.uuid(),
  z.string().regex(/^[\p{L}\p{M}\p{N}_-][\p{L}\p{M}\p{N}._-]{0,99}$/u),
])

/**
 * Serves a file that a tool made to its owner only: `GET {base_url}/artifacts/<artifact id>/<file name>`.
 * Images are shown and other files are downloaded. Scripts in files never run.
 */
export async function replyArtifact(deps: Deps, request: RestRequest): Promise<RestReply> {
  if (request.method !== 'GET') {
    return replyError(new AppError('method_not_allowed', 'This path answers GET, HEAD.'), {
      allow: 'GET, HEAD',
    })
  }
  const bearer = readBearer(request) ?? request.sessionToken
  const caller = await authorize({ deps, bearer, clientAddress: request.clientAddress }, DOORS.readArtifact)
  const path = ArtifactPath.safeParse(request.path.slice(1).split('/').map(decoded))
  if (!caller || !path.success) throw new AppError('not_found', 'There is no artifact at this path.')
  const [, artifactId, fileName] = path.data
  const file = await getArtifact(deps, caller.owner, { artifactId, fileName })
  const kind = file.mediaType.startsWith('image/png') ? 'inline' : 'attachment'
  return {
    status: 200,
    headers: {
      'content-type': file.mediaType,
      'content-disposition': `${kind}; ${fileNameParameters(file.fileName)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    body: file.bytes,
  }
}

/** A part of the path as text; '' where it is not percent-encoded UTF-8, which names no file. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** The name in ASCII, and as it is where that differs: https://www.rfc-editor.org/rfc/rfc6266#section-4.3 */
function fileNameParameters(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]/g, '_')
  return ascii === fileName
    ? `filename="${fileName}"`
    : `filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
