import type { JsonValue } from '@parley/domain'
import { createEgress } from '@parley/net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RowLimits } from '../result/query-result.ts'
import {
  type ScriptedReply,
  type ScriptedRequest,
  type ScriptedServer,
  startScriptedServer,
} from '../testing/scripted-server.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'
import { openEngine } from './open-engine.ts'

const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
const LIMITS: RowLimits = {
  timeoutMs: 2000,
  preview: { rows: 2, bytes: 10_000 },
  kept: { rows: 3, bytes: 10_000 },
}
let workshop: Workshop
let server: ScriptedServer | undefined
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterEach(() => server?.close())
afterAll(async () => {
  await workshop.close()
  await egress.close()
})

const STATEMENT = 'SELECT n FROM t'
const lines = (...rows: JsonValue[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`
const rows = { body: lines(['n'], ['UInt64'], ['7']) }
const failed = (code: number, text: string) => ({
  status: 500,
  body: `Code: ${code}. DB::Exception: ${text}`,
})
const unmodifiable = (setting: string) =>
  failed(164, `Cannot modify '${setting}' setting in readonly mode. (READONLY) (version 25.8.1.1)`)

/** A server without EXPLAIN that sends the given reply. */
async function serve(answer: (request: ScriptedRequest) => ScriptedReply | null) {
  server = await startScriptedServer((request) =>
    request.body.startsWith('EXPLAIN ESTIMATE') ? failed(62, 'Syntax error') : answer(request),
  )
  const connection = {
    kind: 'clickhouse',
    url: server.origin,
    user: 'u',
    password: 'p',
    database: 'shop',
  } as const
  return connection
}

async function query(answer: (request: ScriptedRequest) => ScriptedReply | null, sql = STATEMENT) {
  const connection = await serve(answer)
  return openEngine(connection, { ...workshop, ownerId: 'ann', egress }).query({ ...LIMITS, sql })
}

describe('ClickHouse settings', () => {
  test('are sent without those that a read-only user may not set', async () => {
    const outcome = await query(({ query, body }) => {
      if (query.has('readonly')) return unmodifiable('readonly')
      return body === STATEMENT || body === 'SELECT 1' ? rows : null
    })
    expect(outcome).toMatchObject({ ok: true, result: { rows: [{ n: 7 }] } })
    const last = server?.seen.at(-1)
    expect(last?.body).toBe(STATEMENT)
    expect(last?.query.get('max_execution_time')).toBe('2')
  })

  test('stay the same when a statement fails like a refused setting on purpose', async () => {
    const hostile = 'SELECT n FROM t SETTINGS readonly = 0'
    const outcome = await query(({ body }) => (body === hostile ? unmodifiable('readonly') : rows), hostile)
    expect(outcome).toMatchObject({
      ok: false,
      reason: 'refused',
      message: expect.stringMatching(/Only reading/),
    })
    expect(server?.seen.map(({ query }) => query.get('readonly'))).not.toContain(null)
    expect(server?.seen.map(({ body }) => body)).toContain('SELECT 1')
  })

  test('leave out those that servers before 23.8 do not have', async () => {
    const outcome = await query(({ query }) =>
      query.has('http_write_exception_in_output_format')
        ? failed(
            115,
            'Unknown setting http_write_exception_in_output_format: Maybe you meant x. (UNKNOWN_SETTING)',
          )
        : rows,
    )
    expect(outcome).toMatchObject({ ok: true })
    expect(server?.seen.at(-1)?.query.get('readonly')).toBe('1')
  })

  test.each([
    [
      'a user that may not change settings',
      unmodifiable('max_execution_time'),
      /readonly = 1.*give it readonly = 2/,
    ],
    [
      'a server that does not know one',
      failed(115, 'Unknown setting output_format_json_quote_decimals, e.what() = DB::Exception'),
      /too old: it does not know the setting output_format_json_quote_decimals/,
    ],
  ])('are explained when the server cannot take them: %s', async (_what, reply, message) => {
    expect(await query(() => reply)).toMatchObject({ ok: false, message: expect.stringMatching(message) })
  })
})

describe('a failure of ClickHouse', () => {
  test.each([
    [
      failed(
        62,
        'Syntax error: failed at position 13 (orders): orders. Expected one of: token sequence, Dot, OR. (SYNTAX_ERROR) (version 26.7.2.1)',
      ),
      'Syntax error: failed at position 13 (orders): orders.',
    ],
    [
      failed(
        47,
        'Code: 47. DB::Exception: Unknown thing. (UNKNOWN) (version 26.7.2.1). (UNKNOWN) (version 26.7.2.1)',
      ),
      'Unknown thing. (UNKNOWN)',
    ],
  ])('becomes a sentence for the model: %o', async (reply, message) => {
    expect(await query(() => reply)).toMatchObject({ ok: false, message })
  })
})

describe('an answer of ClickHouse', () => {
  test('is an error when it fails after its first rows', async () => {
    const reason = 'Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED) (version 26.1)'
    const body = `${rows.body}__exception__\r\nabcdefghijklmnop\r\n${reason}\r\n99 abcdefghijklmnop\r\n__exception__\r\n`
    const outcome = await query(({ query }) =>
      // Otherwise the server would write the reason as a row.
      query.get('http_write_exception_in_output_format') === '0' ? { body } : null,
    )
    expect(outcome).toMatchObject({ ok: false, reason: 'memory' })
  })

  test.each(['{\n\t"meta":\n', '7\n', 'n\n7\n'])('is refused in another format: %j', async (body) => {
    const message = expect.stringMatching(/leave FORMAT out of the statement, or check the address/)
    expect(await query(() => ({ body }))).toMatchObject({ ok: false, reason: 'invalid', message })
  })

  test('is closed when enough rows are kept', async () => {
    const many = Array.from({ length: 10 }, (_, index) => [index])
    const body = lines(['n'], ['UInt8'], ...many)
    const outcome = await query(() => ({ body, ending: 'hangs' }))
    expect(outcome).toMatchObject({ ok: true, result: { rowCount: null, keptRows: 3 } })
  })
})

/** All functions of a SELECT in ClickHouse 26.7 that reach files, other servers or a second statement. */
test.each([
  "file('/etc/passwd')",
  "url('http://127.0.0.1', 'CSV')",
  "fileCluster('c', '/etc/passwd', 'CSV')",
  "s3Cluster('c', 'http://127.0.0.1/b/x')",
  "icebergLocal('/etc')",
  "deltaLakeS3('http://127.0.0.1/b/x')",
  "paimonLocal('/etc')",
  "clusterAllReplicas('c', system.one)",
  "eval('SELECT 1')",
  "remoteSecure('127.0.0.1', 'system', 'one')",
  "azureBlobStorage('x', 'y', 'z')",
  "filesystem('/etc')",
  "loop('system', 'one')",
  "`url`('http://127.0.0.1', 'CSV')",
])('ClickHouse is not sent %s', async (call) => {
  const connection = await serve(() => rows)
  const columns = [{ name: 'n', type: 'UInt64', description: '', samples: [] }]
  const table = { name: 't', description: '', rowCount: null, columns }
  const source = {
    id: '1',
    name: 'shop',
    kind: 'clickhouse',
    description: '',
    tables: [table],
    connection,
  } as const
  const run = startRun(workshop, { ownerId: 'ann', sources: [source], egress })
  const generated_sql = `SELECT * FROM shop.t, ${call}`
  expect(await run.call('execute_sql', { generated_sql })).toMatchObject({ status: 'refused' })
  // Only the service's own question about the function is sent.
  expect(server?.seen.filter(({ body }) => body.includes('/etc') || body.includes('127.0.0.1'))).toEqual([])
  expect(server?.seen.map(({ body }) => body.includes('FROM system.functions'))).toEqual([true])
})
