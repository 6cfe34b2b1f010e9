import type { ApiConnection, FileFormat } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { Egress } from '@parley/net'
import { type FileUpload, type IngestedFile, ingestFile } from './ingest-file.ts'

type ApiUpload = Omit<FileUpload, 'format' | 'content' | 'recordsPath' | 'isOneTable'> & {
  readonly connection: ApiConnection
  readonly egress: Pick<Egress, 'for'>
}

/**
 * Fetches a JSON, NDJSON or CSV endpoint and stores its records as a new, immutable version, like an uploaded
 * file. To refresh, call it again and delete the previous version. Throws an AppError: `invalid_request` when
 * the reply holds no records, `upstream_failed` or `upstream_timeout` when the API fails or does not answer
 * in time.
 */
export async function ingestApi({ connection, egress, ...upload }: ApiUpload): Promise<IngestedFile> {
  const { url, headers, recordsPath } = connection
  const response = await egress.for('api_source').fetch(url, {
    headers: { accept: 'application/json, application/x-ndjson;q=0.9, text/csv;q=0.8', ...headers },
    ...(upload.signal && { signal: upload.signal }),
  })
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw new AppError('upstream_failed', `The API answered with status ${response.status}.`)
  }
  const format = formatOf(response.headers.get('content-type') ?? '')
  const content: AsyncIterable<Uint8Array> = response.body
  // A refresh must find the same table, whatever else a reply holds.
  const json = recordsPath === undefined ? { isOneTable: true } : { recordsPath }
  return ingestFile({ ...upload, ...json, format, content })
}

function formatOf(contentType: string): FileFormat {
  if (/\b(x-)?(ndjson|jsonlines|json-lines)\b/i.test(contentType)) return 'ndjson'
  if (/\bcsv\b/i.test(contentType)) return 'csv'
  if (/\btab-separated-values\b/i.test(contentType)) return 'tsv'
  return 'json'
}
