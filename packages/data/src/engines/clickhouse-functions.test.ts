import { createEgress } from '@parley/net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RowLimits } from '../result/query-result.ts'
import { type ScriptedReply, type ScriptedServer, startScriptedServer } from '../testing/scripted-server.ts'
import { openWorkshop, type Workshop } from '../testing/workshop.ts'
import { openEngine } from './open-engine.ts'

// Which functions a statement may call is asked of the server, except for those that this service knows.

const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
const LIMITS: RowLimits = {
  timeoutMs: 5000,
  preview: { rows: 10, bytes: 10_000 },
  kept: { rows: 10, bytes: 10_000 },
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

const lines = (...rows: unknown[]) => ({ body: `${rows.map((row) => JSON.stringify(row)).join('\n')}\n` })
const ONE = lines(['n'], ['UInt8'], [1])
const TOO_OLD = { status: 404, body: "Code: 47. DB::Exception: Unknown identifier 'categories'" }

/** Runs a statement on a server that describes its functions. Returns the outcome and the names asked about. */
async function query(sql: string, told: ScriptedReply) {
  const asked: string[][] = []
  server = await startScriptedServer(({ body }) => {
    if (!body.includes('FROM system.functions')) return body === sql ? ONE : null
    const [, list = ''] = /lower\(f\.name\) IN \((.*?)\)/.exec(body) ?? []
    asked.push(list.split(', ').map((name) => name.slice(1, -1)))
    return told
  })
  const connection = {
    kind: 'clickhouse',
    url: server.origin,
    user: 'u',
    password: '',
    database: 'd',
  } as const
  const engine = openEngine(connection, { ...workshop, ownerId: 'ann', egress })
  return { outcome: await engine.query({ ...LIMITS, sql }), asked }
}

const knows = (...names: string[]) => lines(['name'], ['String'], ...names.map((name) => [name]))

describe('ClickHouse runs a statement', () => {
  test('whose functions the server says to compute, in any spelling', async () => {
    const sql = 'SELECT toYear(day) AS y, `upper` (name), countIf(n > 1) FROM t GROUP BY 1, 2'
    const { outcome, asked } = await query(sql, knows('toyear', 'upper', 'count'))
    expect(outcome).toMatchObject({ ok: true })
    expect(asked).toEqual([['toyear', 'upper', 'countif', 'count']])
  })

  test('without asking when it calls none, or only those that this service knows', async () => {
    const sql = 'WITH a (n) AS (SELECT 1), b AS (SELECT (2) AS n) SELECT n FROM a WHERE n IN (1) AND (n > 0)'
    expect(await query(sql, TOO_OLD)).toMatchObject({ outcome: { ok: true }, asked: [] })
    expect(await query('SELECT materialize(number) FROM numbers(3)', TOO_OLD)).toMatchObject({
      outcome: { ok: true },
      asked: [],
    })
  })

  test('by the names of functions alone on a server that does not tell their category', async () => {
    expect(await query('SELECT upper(name) FROM t', TOO_OLD)).toMatchObject({ outcome: { ok: true } })
  })
})

describe('ClickHouse refuses a statement', () => {
  test.each([
    ['of a program of the server', "SELECT my_program('x')", knows(), 'my_program'],
    ['beside harmless ones', "SELECT upper(file('/etc/passwd'))", knows('upper'), 'file'],
    ['that is applied to columns', 'SELECT * APPLY (file) FROM t', knows(), 'file'],
    ['inside a lambda', "SELECT arrayMap(x -> file(x), ['a'])", knows('arraymap'), 'file'],
    ['of a category that this service does not know', "SELECT aiGenerate('x')", knows(), 'aigenerate'],
    ['that only ends like a combined aggregate', 'SELECT hostIf(1)', knows(), 'hostif'],
    ['on a server that does not tell categories', "SELECT * FROM url('http://x', 'CSV')", TOO_OLD, 'url'],
  ])('with a function %s', async (_what, sql, told, name) => {
    const { outcome } = await query(sql, told)
    expect(outcome).toEqual({
      ok: false,
      reason: 'refused',
      message: `The function ${name} is not allowed here.`,
    })
    expect(server?.seen.some(({ body }) => body === sql)).toBe(false)
  })
})
