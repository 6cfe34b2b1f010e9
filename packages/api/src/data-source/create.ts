import { createDataSource as endpoint } from '@parley/contract'
import { createConnectedSource, createFileSource, createSampleSource } from '@parley/core'
import { AppError } from '@parley/errors'
import { mutation } from '../procedure/implement.ts'
import { presentDataSource } from './present.ts'

export const create = mutation(endpoint, async ({ deps, owner, input, signal }) => {
  if (input.sample !== undefined)
    return presentDataSource(await createSampleSource(deps, owner, input.sample))
  const { name, format, content, connection, description = '' } = input
  if (name !== undefined && connection !== undefined) {
    const source = { name, description, connection, signal }
    return presentDataSource(await createConnectedSource(deps, owner, source))
  }
  if (name === undefined || format === undefined || content === undefined) {
    throw new AppError(
      'invalid_request',
      'Send name and connection, or name, format and content, or sample, or a multipart form with one file.',
    )
  }
  const bytes = Buffer.from(content, input.encoding ?? 'utf8')
  return presentDataSource(
    await createFileSource(deps, owner, { name, format, description, content: once(bytes) }),
  )
})

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes
}
