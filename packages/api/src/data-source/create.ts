import { createDataSource as endpoint } from '@parley/contract'
import { createFileSource, createSampleSource } from '@parley/core'
import { AppError } from '@parley/errors'
import { mutation } from '../procedure/implement.ts'
import { presentDataSource } from './present.ts'

export const create = mutation(endpoint, async ({ deps, owner, input }) => {
  if (input.sample !== undefined)
    return presentDataSource(await createSampleSource(deps, owner, input.sample))
  const { name, format, content } = input
  if (name === undefined || format === undefined || content === undefined) {
    throw new AppError(
      'invalid_request',
      'Send name, format and content, or sample, or a multipart form with one file.',
    )
  }
  const bytes = Buffer.from(content, input.encoding ?? 'utf8')
  const description = input.description ?? ''
  return presentDataSource(
    await createFileSource(deps, owner, { name, format, description, content: once(bytes) }),
  )
})

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes
}
