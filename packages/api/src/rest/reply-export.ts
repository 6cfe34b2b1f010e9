import { DOORS, OPERATIONS } from '@parley/contract'
import { type Deps, eventCaller, exportRows } from '@parley/core'
import { AppError } from '@parley/errors'
import { authorize } from '../procedure/authorize.ts'
import { checkInput } from '../procedure/check-input.ts'
import { readBearer } from './read-bearer.ts'
import { readInput } from './read-input.ts'
import { replyError } from './reply.ts'
import type { RestReply, RestRequest } from './rest-request.ts'
import { writeCsv } from './write-csv.ts'

/**
 * Sends the whole result of one reading statement as CSV: `POST {base_url}/data_source/export` with `{sql}`.
 * The console sends its session cookie, programs send a bearer token. The statement is cancelled when the
 * client disconnects.
 */
export async function replyExport(deps: Deps, request: RestRequest): Promise<RestReply> {
  if (request.method !== 'POST')
    return replyError(new AppError('method_not_allowed', 'This path answers POST.'), { allow: 'POST' })
  const bearer = readBearer(request) ?? request.sessionToken
  const caller = await authorize({ deps, bearer, clientAddress: request.clientAddress }, DOORS.exportRows)
  if (!caller) throw new AppError('unauthenticated', 'This operation needs a credential.')
  const { query } = OPERATIONS.dataSource
  const { sql } = checkInput(query.input, await readInput(query, request, {}))
  const { columns, rows } = await exportRows(deps, caller.owner, {
    sql,
    signal: request.signal,
    keyId: eventCaller(caller).keyId ?? null,
    door: request.sessionToken === bearer ? 'console' : 'rest',
    clientAddress: request.clientAddress,
  })
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="result.csv"',
      'cache-control': 'no-store, no-transform',
    },
    body: writeCsv(
      columns.map(({ name }) => name),
      rows,
    ),
  }
}
