import type { Readable } from 'node:stream'
import { Readable as ReadableStream } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Endpoint, FILE_FORMATS, LIMITS, OPERATIONS } from '@parley/contract'
import { createFileSource, withOwnLimits } from '@parley/core'
import { AppError, isAppError } from '@parley/errors'
import busboy from 'busboy'
import { presentDataSource } from '../present/data-source.ts'
import { authorize } from '../procedure/authorize.ts'
import type { Context } from '../procedure/context.ts'
import { recordOutcome } from '../procedure/record-outcome.ts'
import type { RestRequest } from './rest-request.ts'

const Fields = OPERATIONS.dataSource.create.input.pick({ name: true, description: true, format: true })

/**
 * Receives a file in a multipart form (RFC 7578) and streams it to disk, so that memory does not limit its
 * size. Fields must come before the file. A missing name or format is taken from the file's name. Throws
 * `invalid_request`, `too_large`.
 */
export async function receiveUpload(context: Context, endpoint: Endpoint, request: RestRequest) {
  const caller = await authorize(context, endpoint)
  if (!caller) throw new AppError('unauthenticated', 'This operation needs a credential.')
  context.onCaller?.(caller.owner)
  await using form = await openForm(request)
  const input = Fields.safeParse({ ...guess(form.fileName), ...form.fields })
  const name = input.data?.name
  const format = input.data?.format
  if (!input.success || name === undefined || format === undefined) {
    throw new AppError('invalid_request', `The file needs a name and a format: ${FILE_FORMATS.join(', ')}.`)
  }
  const file = {
    name,
    format,
    description: input.data?.description ?? '',
    content: capped(form.file),
    signal: request.signal,
  }
  // Awaited here: the form is disposed of, and stops reading, when this function returns.
  return await recordOutcome(context, { endpoint, caller, input: input.data }, async () =>
    presentDataSource(await createFileSource(withOwnLimits(context.deps, caller), caller.owner, file)),
  )
}

type Form = AsyncDisposable & {
  readonly file: Readable & { truncated?: boolean }
  readonly fileName: string
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Reads the form up to its file. Disposing of it stops reading. Throws `invalid_request` when the form has no
 * file part.
 */
function openForm(request: RestRequest): Promise<Form> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {}
    const stop = new AbortController()
    const unreadable = (cause?: unknown) =>
      reject(new AppError('invalid_request', 'The form cannot be read: send one part named file.', { cause }))
    try {
      const parser = busboy({
        headers: { 'content-type': request.header('content-type') ?? '' },
        // File names arrive in UTF-8 from every browser and curl (RFC 7578, section 5.1).
        defParamCharset: 'utf8',
        limits: { files: 1, fields: 10, fieldSize: 8_192, fileSize: LIMITS.uploadBytes },
      })
      const finished = pipeline(ReadableStream.from(request.body), parser, stop)
      finished.then(() => unreadable(), unreadable)
      parser.on('field', (name, value) => {
        fields[name] = value
      })
      parser.on('file', (_part, file, { filename }) => {
        // The parser destroys the part with the error of the form, even when the part has no error listener.
        file.on('error', () => {})
        resolve({
          file,
          fileName: filename ?? '',
          fields,
          async [Symbol.asyncDispose]() {
            // An error reply does not wait for a client that sends slowly.
            if (!file.readableEnded) return stop.abort()
            // The file is complete. Later parts of the form cannot change the reply.
            await finished.catch(() => {})
          },
        })
      })
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

/** File extensions that differ from the name of their format. */
const OTHER_ENDINGS: Readonly<Record<string, string>> = {
  txt: 'csv',
  dat: 'csv',
  data: 'csv',
  tab: 'tsv',
  jsonl: 'ndjson',
  db: 'sqlite',
  sqlite3: 'sqlite',
}

function guess(fileName: string): Record<string, string> {
  // The ending before `.gz` says what a compressed file holds.
  const name = fileName.replace(/\.gz$/i, '')
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const format = FILE_FORMATS.find((known) => known === (OTHER_ENDINGS[ending] ?? ending))
  return { ...(name !== '' && { name: name.slice(0, LIMITS.nameLength) }), ...(format && { format }) }
}
