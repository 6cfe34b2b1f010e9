import { readdir } from 'node:fs/promises'
import { createEgress } from '@parley/net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ingestApi } from '../index.ts'
import type { RowLimits, RowSink } from '../result/query-result.ts'
import {
  type ScriptedReply,
  type ScriptedRequest,
  type ScriptedServer,
  startScriptedServer,
} from '../testing/scripted-server.ts'
import { answerOf, openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'
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

async function serve(answer: (request: ScriptedRequest) => ScriptedReply | null): Promise<string> {
  server = await startScriptedServer(answer)
  return server.origin
}

/** The batches of a streamed result as text: the names of the columns and the rows. */
function collectBatches() {
  const batches: string[] = []
  const onRows: RowSink = async ({ columns, bytes }) => {
    batches.push(`${columns.map(({ name }) => name)} ${Buffer.from(bytes)}`)
  }
  return { batches, onRows }
}

describe('clickhouse', () => {
  const open = (url: string) =>
    openEngine(
      { kind: 'clickhouse', url, user: 'reader', password: 'secret', database: 'shop' },
      { ...workshop, ownerId: 'ann', egress },
    )
  const lines = (...rows: unknown[]) => ({ body: `${rows.map((row) => JSON.stringify(row)).join('\n')}\n` })

  test('reads names, types and rows, read-only and with the server’s own limits', async () => {
    const url = await serve(({ body }) =>
      body === 'SELECT id, big, price FROM orders'
        ? lines(
            ['id', 'big', 'price'],
            ['UInt64', 'Int64', 'Decimal(9, 2)'],
            ['1', '9007199254740993', '1.50'],
            ['2', '3', '2.00'],
          )
        : null,
    )
    const outcome = await open(url).query({ ...LIMITS, sql: 'SELECT id, big, price FROM orders' })
    expect(outcome).toMatchObject({
      ok: true,
      result: {
        columns: [{ name: 'id', type: 'UInt64' }, { name: 'big' }, { name: 'price', type: 'Decimal(9, 2)' }],
        rows: [
          { id: 1, big: '9007199254740993', price: '1.50' },
          { id: 2, big: 3, price: '2.00' },
        ],
        rowCount: 2,
      },
    })
    const request = server?.seen.at(-1)
    expect(server?.seen.map(({ query }) => query.get('readonly'))).toEqual(['1', '1'])
    expect(Object.fromEntries(request?.query ?? [])).toMatchObject({
      readonly: '1',
      database: 'shop',
      max_execution_time: '2',
      max_result_rows: '4',
    })
    expect(request?.headers).toMatchObject({ 'x-clickhouse-user': 'reader', 'x-clickhouse-key': 'secret' })
  })

  test('sends every row on in batches, without a limit on the server', async () => {
    const url = await serve(({ body }) =>
      body === 'SELECT n' ? lines(['n'], ['UInt8'], [1], [2], [3], [4], [5], [6], [7]) : null,
    )
    const { batches, onRows } = collectBatches()
    const outcome = await open(url).query({ ...LIMITS, sql: 'SELECT n', onRows })
    expect(batches).toEqual(['n [{"n":1},{"n":2},{"n":3}]', 'n [{"n":4},{"n":5},{"n":6}]'])
    expect(outcome).toMatchObject({ ok: true, result: { rowCount: 7, keptRows: 1 } })
    expect(outcome.ok && Buffer.from(outcome.bytes).toString()).toBe('[{"n":7}]')
    expect(server?.seen.at(-1)?.query.get('max_result_rows')).toBe('0')
  })

  test('keeps the rows that fit and says that there are more', async () => {
    const url = await serve(() => lines(['n'], ['UInt8'], [1], [2], [3], [4]))
    const outcome = await open(url).query({ ...LIMITS, sql: 'SELECT n' })
    expect(outcome).toMatchObject({
      ok: true,
      result: { rows: [{ n: 1 }, { n: 2 }], rowCount: null, keptRows: 3 },
    })
  })

  test.each([
    [
      404,
      'Code: 60. DB::Exception: Table shop.ordrs does not exist. (UNKNOWN_TABLE) (version 25.1)',
      'invalid',
      /Table shop.ordrs does not exist/,
    ],
    [
      500,
      'Code: 164. DB::Exception: default: Cannot execute query in readonly mode. (READONLY)',
      'refused',
      /Only reading is allowed/,
    ],
    [500, 'Code: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED)', 'timeout', /ran too long/],
    [
      401,
      'Code: 516. DB::Exception: reader: Authentication failed. (AUTHENTICATION_FAILED)',
      'invalid',
      /refused the user/,
    ],
    [
      200,
      '["n"]\n["UInt8"]\n[1]\nCode: 241. DB::Exception: Memory limit exceeded (MEMORY_LIMIT_EXCEEDED)',
      'memory',
      /more memory/,
    ],
  ])('explains status %i with "%s"', async (status, body, reason, message) => {
    const url = await serve(() => ({ status, body }))
    const outcome = await open(url).query({ ...LIMITS, sql: 'SELECT 1' })
    expect(outcome).toMatchObject({ ok: false, reason, message: expect.stringMatching(message) })
  })

  test('describes tables with comments and samples', async () => {
    const url = await serve(({ body }) => {
      if (body.includes('system.tables'))
        return lines(
          ['name', 'comment', 'total_rows'],
          ['String', 'String', 'UInt64'],
          ['orders', 'Every order', '12'],
        )
      if (body.includes('system.columns'))
        return lines(
          ['table', 'name', 'type', 'comment'],
          ['String', 'String', 'String', 'String'],
          ['orders', 'total', 'Decimal(9, 2)', 'In EUR'],
        )
      return body.startsWith('SELECT * FROM `orders`') ? lines(['total'], ['Decimal(9, 2)'], ['1.50']) : null
    })
    expect((await open(url).describe()).tables).toEqual([
      {
        name: 'orders',
        description: 'Every order',
        rowCount: 12,
        columns: [{ name: 'total', type: 'Decimal(9, 2)', description: 'In EUR', samples: ['1.50'] }],
        keys: [],
      },
    ])
  })
})

describe('trino', () => {
  const open = (url: string) =>
    openEngine(
      { kind: 'trino', url, user: 'reader', password: '', catalog: 'lake' },
      { ...workshop, ownerId: 'ann', egress },
    )
  const page = (value: object) => ({ body: JSON.stringify({ id: 'q', ...value }) })
  /** Answers the check of a statement and hands the statement itself to `answer`. */
  const checked =
    (answer: (request: ScriptedRequest) => ScriptedReply | null) => (request: ScriptedRequest) => {
      if (request.body.startsWith('EXPLAIN (TYPE VALIDATE)'))
        return page({ id: 'v', data: [[true]], columns: [] })
      return answer(request)
    }

  test('sends every row on in batches', async () => {
    const columns = [{ name: 'n', type: 'integer' }]
    const url = await serve(
      checked(({ method, path, body }) => {
        if (method === 'POST' && body === 'SELECT n')
          return page({ columns, data: [[1], [2], [3]], nextUri: 'http://coordinator.internal/q/1' })
        return path === '/q/1' ? page({ columns, data: [[4]] }) : null
      }),
    )
    const { batches, onRows } = collectBatches()
    const outcome = await open(url).query({ ...LIMITS, sql: 'SELECT n', onRows })
    expect(batches).toEqual(['n [{"n":1},{"n":2},{"n":3}]'])
    expect(outcome).toMatchObject({ ok: true, result: { rowCount: 4, keptRows: 1 } })
    expect(outcome.ok && Buffer.from(outcome.bytes).toString()).toBe('[{"n":4}]')
  })

  test('follows the pages on its own origin and keeps exact numbers', async () => {
    const url = await serve(
      checked(({ method, path, body }) => {
        // The coordinator's own host name must not be contacted.
        const nextUri = (token: number) =>
          `http://coordinator.internal:8080/v1/statement/executing/q/${token}`
        if (method === 'POST' && body === 'SELECT id, at FROM orders')
          return page({ id: 'q', nextUri: nextUri(1) })
        if (path.endsWith('/q/1')) {
          const columns = [
            { name: 'id', type: 'bigint' },
            { name: 'at', type: 'timestamp(3)' },
          ]
          return {
            body: `{"id":"q","columns":${JSON.stringify(columns)},"data":[[9007199254740993,"2024-01-01 10:00:00.000"]],"nextUri":"${nextUri(2)}"}`,
          }
        }
        return path.endsWith('/q/2') ? page({ id: 'q', data: [[7, null]] }) : null
      }),
    )
    const outcome = await open(url).query({ ...LIMITS, sql: 'SELECT id, at FROM orders;' })
    expect(outcome).toMatchObject({
      ok: true,
      result: {
        rows: [
          { id: '9007199254740993', at: '2024-01-01T10:00:00.000' },
          { id: 7, at: null },
        ],
        rowCount: 2,
      },
    })
    expect(server?.seen[0]?.headers).toMatchObject({ 'x-trino-user': 'reader', 'x-trino-catalog': 'lake' })
  })

  test('stops a statement when enough rows are kept', async () => {
    const url = await serve(
      checked(({ method }) => {
        const data = Array.from({ length: 10 }, (_, index) => [index])
        const next = {
          columns: [{ name: 'n', type: 'integer' }],
          data,
          nextUri: 'http://x/v1/statement/executing/q/1',
        }
        return method === 'DELETE' ? { status: 204, body: '' } : page(next)
      }),
    )
    const outcome = await open(url).query({ ...LIMITS, sql: 'SELECT n FROM t' })
    expect(outcome).toMatchObject({ ok: true, result: { rowCount: null, keptRows: 3 } })
    await expect
      .poll(() => server?.seen.some(({ method, path }) => method === 'DELETE' && path.endsWith('/q/1')))
      .toBe(true)
  })

  test.each([
    [
      { errorName: 'SYNTAX_ERROR', message: "line 2:1: mismatched input 'DELETE'" },
      'invalid',
      /mismatched input/,
    ],
    [
      { errorName: 'PERMISSION_DENIED', message: 'Access Denied: Cannot select from table' },
      'refused',
      /Access Denied/,
    ],
    [
      { errorName: 'EXCEEDED_TIME_LIMIT', message: 'Query exceeded maximum time limit of 10.00s' },
      'timeout',
      /time limit/,
    ],
  ])('explains the error %o', async (error, reason, message) => {
    const url = await serve(({ path }) =>
      path === '/v1/statement'
        ? page({ id: 'q', nextUri: 'http://x/v1/statement/queued/q/1' })
        : page({ id: 'q', error }),
    )
    const outcome = await open(url).query({ ...LIMITS, sql: 'DELETE FROM t' })
    expect(outcome).toMatchObject({ ok: false, reason, message: expect.stringMatching(message) })
  })

  test('lets one coordinator join its own catalogs, but not those of another coordinator', async () => {
    const names = (label: string) => [{ name: label, type: 'bigint' }]
    const url = await serve(
      checked(({ body }) => {
        if (body.includes('"lake".sales.orders o JOIN "crm".people.customers'))
          return page({ columns: names('n'), data: [[7]] })
        return page({ error: { message: `Unscripted: ${body}` } })
      }),
    )
    const source = (
      name: string,
      { catalog, table }: { catalog: string; table: string },
      user = 'reader',
    ) => ({
      id: name,
      name,
      kind: 'trino' as const,
      description: '',
      connection: { kind: 'trino' as const, url, user, password: '', catalog },
      tables: [
        {
          name: table,
          description: '',
          rowCount: null,
          columns: [{ name: 'id', type: 'bigint', description: '', samples: [] }],
        },
      ],
    })
    const shop = source('shop', { catalog: 'lake', table: 'sales.orders' })
    const crm = { catalog: 'crm', table: 'people.customers' }
    const generated_sql =
      'SELECT count(*) AS n FROM shop.sales.orders o JOIN people.customers c ON c.id = o.id'
    const ask = (other: typeof shop) =>
      startRun(workshop, { ownerId: 'ann', sources: [shop, other], egress }).call('execute_sql', {
        generated_sql,
      })
    expect((await ask(source('people_db', crm))).output).toEqual({
      row_count: 1,
      rows: [{ n: 7 }],
      notes: ['people.customers was read from people_db.people.customers.'],
    })
    // Another user may see other rows, so each data source is queried separately.
    expect((await ask(source('people_db', crm, 'other'))).output.error).toMatch(
      /^shop.sales.orders could not/,
    )
  })

  test('ends at the deadline when the coordinator never finishes', async () => {
    const url = await serve(() => page({ id: 'q', nextUri: 'http://x/v1/statement/queued/q/1' }))
    const outcome = await open(url).query({ ...LIMITS, timeoutMs: 300, sql: 'SELECT 1' })
    expect(outcome).toMatchObject({ ok: false, reason: 'timeout' })
  })

  test('describes the tables of its catalog', async () => {
    const columns = ['table_schema', 'table_name', 'column_name', 'data_type'].map((name) => ({
      name,
      type: 'varchar',
    }))
    const data = [
      ['sales', 'orders', 'id', 'bigint'],
      ['sales', 'orders', 'total', 'decimal(9,2)'],
    ]
    const url = await serve(
      checked(({ body }) => (body.includes('"lake".information_schema') ? page({ columns, data }) : null)),
    )
    expect((await open(url).describe()).tables).toMatchObject([
      { name: 'sales.orders', columns: [{ name: 'id', type: 'bigint' }, { name: 'total' }] },
    ])
  })
})

describe('http_api', () => {
  const connect = (
    url: string,
    connection: { headers?: Record<string, string>; recordsPath?: string } = {},
  ) =>
    ingestApi({
      ...workshop,
      ownerId: 'ann',
      name: 'Stations',
      connection: { kind: 'http_api', url, headers: {}, ...connection },
      egress,
    })
  const json = { 'content-type': 'application/json' }

  test('takes the records of a reply as a table that joins with others', async () => {
    const stations = [
      { code: 'OSL', height: 94, tags: ['a'] },
      { code: 'BGO', height: 12, tags: [] },
    ]
    const url = await serve(({ headers, path }) =>
      path === '/stations' && headers['x-key'] === 'k'
        ? { headers: json, body: JSON.stringify({ total: 2, result: { items: stations } }) }
        : null,
    )
    const { tables } = await connect(`${url}/stations`, {
      headers: { 'X-Key': 'k' },
      recordsPath: 'result.items',
    })
    const source = { id: '1', name: 'stations', kind: 'http_api', description: '', tables } as const
    const run = startRun(workshop, { ownerId: 'ann', sources: [source] })
    const generated_sql = 'SELECT code, height FROM stations.stations WHERE height > 50'
    const { output } = await run.call('execute_sql', { generated_sql })
    expect(answerOf(output)).toEqual({ row_count: 1, rows: [{ code: 'OSL', height: 94 }] })
  })

  test.each<[string, ScriptedReply, object]>([
    [
      'an error status',
      { status: 503, body: 'secret details' },
      { code: 'upstream_failed', message: 'The API answered with status 503.' },
    ],
    [
      'no JSON',
      { headers: json, body: 'Hello' },
      { code: 'invalid_request', message: expect.stringMatching(/not JSON/) },
    ],
    [
      'a web page',
      { headers: json, body: '<html>' },
      { code: 'invalid_request', message: expect.stringMatching(/The file is a web page/) },
    ],
    [
      'a brackets bomb',
      { headers: json, body: '['.repeat(200_000) },
      { code: 'invalid_request', message: expect.stringMatching(/nested deeper/) },
    ],
    [
      'a wrong place for the records',
      { headers: json, body: '{"a":1}' },
      { code: 'invalid_request', message: 'The JSON has no records at "result.items".' },
    ],
  ])('says what is wrong with %s', async (_what, reply, error) => {
    const url = await serve(() => reply)
    await expect(connect(url, { recordsPath: 'result.items' })).rejects.toMatchObject(error)
  })
})

describe('an engine behind HTTP that fails on the way', () => {
  const engines = {
    clickhouse: { kind: 'clickhouse', user: 'u', password: '', database: 'd' },
    trino: { kind: 'trino', user: 'u', password: '', catalog: 'c' },
  } as const
  const BEGUN = { clickhouse: '["n"]\n["UInt8"]\n[1]\n', trino: '{"id":"q","columns":[' }
  const query = (kind: keyof typeof engines, url: string) =>
    openEngine({ ...engines[kind], url }, { ...workshop, ownerId: 'ann', egress }).query({
      ...LIMITS,
      timeoutMs: 500,
      sql: 'SELECT n FROM t',
    })

  describe.each(['clickhouse', 'trino'] as const)('%s', (kind) => {
    test('says that no server answers', async () => {
      const outcome = await query(kind, 'http://127.0.0.1:54999')
      expect(outcome).toMatchObject({
        ok: false,
        reason: 'invalid',
        message: expect.stringMatching(/reached/),
      })
    })

    test('reports a timeout when the answer stops in the middle', async () => {
      const url = await serve(() => ({ body: BEGUN[kind], ending: 'hangs' }))
      expect(await query(kind, url)).toMatchObject({ ok: false, reason: 'timeout' })
    })

    test('reports an error when the connection breaks in the middle of the answer', async () => {
      const url = await serve(() => ({ body: BEGUN[kind], ending: 'breaks' }))
      const outcome = await query(kind, url)
      expect(outcome).toMatchObject({
        ok: false,
        reason: 'invalid',
        message: expect.stringMatching(/closed the connection/),
      })
    })
  })

  test('an API whose answer breaks in the middle leaves no file', async () => {
    const url = await serve(() => ({
      headers: { 'content-type': 'application/json' },
      body: '[{"a":1},',
      ending: 'breaks',
    }))
    const connection = { kind: 'http_api', url, headers: {} } as const
    const files = async () =>
      (await readdir(workshop.folder, { recursive: true })).filter((path) => path !== 'incoming')
    const before = await files()
    await expect(
      ingestApi({ ...workshop, ownerId: 'ann', name: 'x', connection, egress }),
    ).rejects.toMatchObject({ message: expect.stringMatching(/closed the connection/) })
    expect(await files()).toEqual(before)
  })
})
