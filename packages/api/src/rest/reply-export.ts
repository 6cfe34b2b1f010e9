import { DOORS, EXPORT_FORMATS, type ExportFormat, OPERATIONS } from '@parley/contract'
import { type Deps, eventCaller, exportParquet, exportRows } from '@parley/core'
import { AppError } from '@parley/errors'
import * as z from 'zod'
import { authorize } from '../procedure/authorize.ts'
import { checkInput } from '../procedure/check-input.ts'
import { readBearer } from './read-bearer.ts'
import { readInput } from './read-input.ts'
import { replyError } from './reply.ts'
import type { RestReply, RestRequest } from './rest-request.ts'
import { writeCsv } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
}

const { query } = OPERATIONS.dataSource
const ExportInput = query.input.and(z.object({ format: z.enum(EXPORT_FORMATS).optional() }))

/**
 * Sends the whole result of one reading statement: `POST {base_url}/data_source/export` with `{sql, format}`. Without
 * `format`, the Accept header chooses; CSV otherwise. The console sends its session cookie, programs send a bearer
 * token. The statement is cancelled when the client disconnects.
 */
export async function replyExport(deps: Deps, request: RestRequest): Promise<RestReply> {
  if (request.method !== 'POST')
    return replyError(new AppError('method_not_allowed', 'This path answers POST.'), { allow: 'POST' })
  const bearer = readBearer(request) ?? request.sessionToken
  const caller = await authorize({ deps, bearer, clientAddress: request.clientAddress }, DOORS.exportRows)
  if (!caller) throw new AppError('unauthenticated', 'This operation needs a credential.')
  const input = checkInput(ExportInput, await readInput(query, request, {}))
  const format = input.format ?? acceptedFormat(request.header('accept'))
  const type = format === 'csv' ? 'text/csv; charset=utf-8; header=present' : MEDIA_TYPES[format]
  const statement = {
    sql: input.sql,
    signal: request.signal,
    keyId: eventCaller(caller).keyId ?? null,
    door: request.sessionToken === bearer ? ('console' as const) : ('rest' as const),
    clientAddress: request.clientAddress,
  }
  return {
    status: 200,
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="result.${format}"`,
      'cache-control': 'no-store, no-transform',
    },
    body: await BODIES[format](deps, caller.owner, statement),
  }
}

/** The first format of an Accept header; CSV where it names none. */
function acceptedFormat(accept: string | null): ExportFormat {
  const types = (accept ?? '').split(',').map((range) => range.split(';')[0]?.trim().toLowerCase())
  const named = types.flatMap((type) => EXPORT_FORMATS.filter((format) => MEDIA_TYPES[format] === type))
  return named[0] ?? 'csv'
}

type WriteBody = (...statement: Parameters<typeof exportRows>) => Promise<AsyncIterable<string | Uint8Array>>

const BODIES: Readonly<Record<ExportFormat, WriteBody>> = {
  csv: async (...statement) => {
    const { columns, rows } = await exportRows(...statement)
    return writeCsv(
      columns.map(({ name }) => name),
      rows,
    )
  },
  xlsx: async (...statement) => {
    const { columns, rows } = await exportRows(...statement)
    return writeXlsx(columns, rows)
  },
  // Waits for the first piece: an error before it can still be the reply.
  parquet: async (...statement) => begun(await exportParquet(...statement)),
}

/** Waits for the first piece. Throws its error. */
async function begun(pieces: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const first = await pieces.next()
  return (async function* () {
    try {
      if (!first.done) yield first.value
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  })()
}
