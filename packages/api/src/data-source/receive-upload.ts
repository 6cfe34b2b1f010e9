import type { Readable } from 'node:stream'
import { Readable as ReadableStream } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createDataSource, type Endpoint, FILE_FORMATS, LIMITS } from '@parley/contract'
import { createFileSource, type DataSource } from '@parley/core'
import { AppError, isAppError } from '@parley/errors'
import busboy from 'busboy'
import { authorize } from '../procedure/authorize.ts'
import type { Context } from '../procedure/context.ts'
import type { RestRequest } from '../rest/rest-request.ts'
import { presentDataSource } from './present.ts'

const Fields = createDataSource.body.pick({ name: true, description: true, format: true })

/**
 * Receives a file as a multipart form (RFC 7578) while it is being written down, so that its size does not count
 * against memory. Fields must stand in front of the file; name and format come from the file's name where they are
 * missing. Throws `invalid_request`, `too_large`.
 */
export async function receiveUpload(context: Context, endpoint: Endpoint, request: RestRequest) {
  const caller = await authorize(context, endpoint.audience)
  if (!caller) throw new AppError('unauthenticated', 'This operation needs a credential.')
  const { file, fileName, fields, finish } = await openForm(request)
  const form = Fields.safeParse({ ...guess(fileName), ...fields })
  const name = form.data?.name
  const format = form.data?.format
  if (!form.success || name === undefined || format === undefined) {
    file.resume()
    throw new AppError('invalid_request', `The file needs a name and a format: ${FILE_FORMATS.join(', ')}.`)
  }
  const source: DataSource = await createFileSource(context.deps, caller.owner, {
    name,
    format,
    description: form.data?.description ?? '',
    content: capped(file),
  })
  await finish
  return presentDataSource(source)
}

type Form = {
  readonly file: Readable & { truncated?: boolean }
  readonly fileName: string
  readonly fields: Readonly<Record<string, string>>
  /** Settles when the form has been read to its end. */
  readonly finish: Promise<void>
}

function openForm(request: RestRequest): Promise<Form> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {}
    const unreadable = (cause?: unknown) =>
      reject(new AppError('invalid_request', 'The form cannot be read: send one part named file.', { cause }))
    try {
      const parser = busboy({
        headers: { 'content-type': request.header('content-type') ?? '' },
        limits: { files: 1, fields: 10, fieldSize: 8_192, fileSize: LIMITS.uploadBytes },
      })
      parser.on('field', (name, value) => {
        fields[name] = value
      })
      parser.on('file', (_part, file, { filename }) =>
        resolve({ file, fileName: filename ?? '', fields, finish }),
      )
      const finish = pipeline(ReadableStream.from(request.body), parser)
      finish.then(() => unreadable(), unreadable)
    } catch (error) {
      unreadable(error)
    }
  })
}

async function* capped(file: Form['file']): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* file
  } catch (error) {
    if (isAppError(error)) throw error
    throw new AppError('invalid_request', 'The upload broke off before the file was complete.', {
      cause: error,
    })
  }
  if (file.truncated) throw new AppError('too_large', `The file is larger than ${LIMITS.uploadBytes} bytes.`)
}

/** Endings that are not the name of their format. */
const OTHER_ENDINGS: Readonly<Record<string, string>> = { jsonl: 'ndjson', db: 'sqlite', sqlite3: 'sqlite' }

function guess(fileName: string): Record<string, string> {
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const format = FILE_FORMATS.find((known) => known === (OTHER_ENDINGS[ending] ?? ending))
  return { ...(fileName !== '' && { name: fileName.slice(0, LIMITS.nameLength) }), ...(format && { format }) }
}
