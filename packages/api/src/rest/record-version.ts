import { createHash } from 'node:crypto'
import type { Endpoint } from '@parley/contract'
import { changeAlone, type Deps } from '@parley/core'
import { AppError } from '@parley/errors'
import type { Context } from '../procedure/context.ts'
import { listOperations } from './list-operations.ts'
import { matchRoute } from './match-route.ts'
import { readInput } from './read-input.ts'
import type { RestRequest } from './rest-request.ts'

const operations = listOperations()

/** The header with the version of a record (RFC 9110 §8.8.3); empty for replies that are no record. */
export function versionFields({ method, version }: Endpoint, output: unknown): { readonly etag?: string } {
  if (method !== 'GET' || version === undefined) return {}
  const without = version === 'whole' ? [] : version.without
  const kept = Object.entries(Object(output)).filter(([field]) => !without.includes(field))
  const digest = createHash('sha256').update(JSON.stringify(kept)).digest('base64url').slice(0, 22)
  return { etag: `"${digest}"` }
}

type MatchedChange = {
  readonly deps: Deps
  readonly context: Context
  readonly request: RestRequest
  readonly params: Readonly<Record<string, string>>
  readonly change: () => Promise<unknown>
}

/**
 * Carries out a change if the record still has a version of If-Match, and returns its output with the new version. Two
 * such changes of one record never run at once. Throws `precondition_failed` when the record has another version, and
 * `conflict` while another such change is under way. The caller must be allowed to read the record.
 */
export async function changeMatching(
  wanted: string,
  { deps, context, request, params, change }: MatchedChange,
): Promise<{ readonly output: unknown; readonly etag: string }> {
  const match = matchRoute('GET', request.path)
  const reader = match.kind === 'found' && match.endpoint.version ? match.endpoint : null
  const read = reader && operations.get(reader.name)
  if (!reader || !read)
    throw new AppError('invalid_request', 'This record has no version. Leave out If-Match.')
  const readVersion = async () => {
    const output = await read(context, () => readInput(reader, request, params))
    return versionFields(reader, output).etag ?? ''
  }

  // Compared before the lease is taken, so that a stranger cannot hold up the owner.
  requireMatch(wanted, await readVersion())
  const record = `${reader.name} ${JSON.stringify(params).toLowerCase()}`
  return changeAlone(deps, record, async () => {
    requireMatch(wanted, await readVersion())
    const output = await change()
    return { output, etag: await readVersion() }
  })
}

/** Compares by the list of If-Match (RFC 9110 §13.1.1). A weak version never matches. */
function requireMatch(wanted: string, version: string): void {
  const isMatch = wanted.trim() === '*' || wanted.split(',').some((tag) => tag.trim() === version)
  if (isMatch) return
  throw new AppError(
    'precondition_failed',
    'The record has changed since you read it. Read it again and send your change with its new ETag.',
  )
}
