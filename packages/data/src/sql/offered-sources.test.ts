import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { QueryableSource } from '@parley/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ingestFile, writeTables } from '../index.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

const SERVICE = 'the service'
const COLUMNS = [
  { name: 'node_id', type: 'VARCHAR' },
  { name: 'stake', type: 'DECIMAL(29,9)' },
  { name: 'is_active', type: 'BOOLEAN' },
  { name: 'seen_at', type: 'TIMESTAMP' },
  { name: 'height', type: 'BIGINT' },
]
const LINES = [
  '{"node_id":"a\'b","stake":"18446744073.709551615","is_active":true,"seen_at":"2026-01-01 00:00:03.5","height":"9007199254740993"}\n',
  '{"node_id":null,"stake":"0.000000001","is_active":false,"seen_at":null,"height":null}\n',
]

let workshop: Workshop
let opened: (readonly string[])[] = []
let ledger: QueryableSource

beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())
beforeEach(() => {
  opened = []
  const tables = [table('validators'), table('sales'), table('empty')]
  ledger = {
    id: 'ledger',
    name: 'ledger',
    kind: 'ledger',
    description: '',
    tables,
    offered: {
      ownerId: SERVICE,
      open: async (names) => {
        opened.push(names)
        return { files: await write(LINES, names), blockHeight: 4123 }
      },
    },
  }
})

function table(name: string) {
  const columns = COLUMNS.map((column) => ({ ...column, description: '', samples: [] }))
  return { name, description: '', rowCount: null, columns }
}

function write(lines: readonly string[], names: readonly string[] = ['validators']) {
  return writeTables({
    ...workshop,
    ownerId: SERVICE,
    tables: names.map((name) => ({ name, columns: COLUMNS, lines: name === 'empty' ? [] : lines })),
  })
}

async function select(sql: string, sources: readonly QueryableSource[] = [ledger], ownerId = 'ann') {
  return startRun(workshop, { ownerId, sources }).call('execute_sql', { generated_sql: sql })
}

describe('an offered source', () => {
  test('is read to the last digit, by every owner', async () => {
    for (const ownerId of ['ann', 'bob']) {
      const { output } = await select(
        'SELECT * FROM ledger.validators ORDER BY stake DESC',
        [ledger],
        ownerId,
      )
      expect(output.rows).toEqual([
        {
          node_id: "a'b",
          stake: '18446744073.709551615',
          is_active: true,
          seen_at: '2026-01-01T00:00:03.5',
          height: '9007199254740993',
        },
        { node_id: null, stake: '0.000000001', is_active: false, seen_at: null, height: null },
      ])
    }
  })

  test('has tables without rows', async () => {
    const { output } = await select('SELECT count(*) AS n, max(stake) AS most FROM ledger.empty')
    expect(output.rows).toEqual([{ n: 0, most: null }])
  })

  test('tells the model and the reader after which block it was read, and the reader when others changed', async () => {
    const updatedAt = '2026-11-20T21:57:53.049700'
    const names = { ...ledger, id: 'names', name: 'names', kind: 'file' as const, updatedAt, tables: [] }
    const { offered: _, ...own } = names
    const one = await select('SELECT count(*) AS n FROM ledger.validators', [ledger, own])
    expect(one.output.sources).toEqual([{ name: 'ledger', block_height: 4123 }])
    expect(JSON.parse(one.content).sources).toEqual([{ name: 'ledger', block_height: 4123 }])
    const none = await select('SELECT 1 AS n', [ledger, own])
    expect(none.output).not.toHaveProperty('sources')
  })

  test('is written only for statements that name it', async () => {
    await select('SELECT 1')
    await select("SELECT 'ledger.validators' AS text")
    expect(opened).toEqual([])
    const named = [
      'SELECT count(*) FROM validators',
      'SELECT count(*) FROM "ledger"."validators" AS v',
      'WITH x AS (SELECT * FROM ledger.validators) SELECT count(*) FROM x',
      'SELECT (SELECT count(*) FROM ledger.validators)',
    ]
    for (const sql of named) expect(await select(sql)).toMatchObject({ status: 'ok' })
    expect(opened).toEqual(named.map(() => ['validators']))
  })

  test('has all tables that a statement names, and only those, written at once', async () => {
    const { output } = await select(
      'SELECT count(*) AS n FROM ledger.validators v LEFT JOIN ledger.Empty e ON e.node_id = v.node_id',
    )
    expect(output.rows).toEqual([{ n: 2 }])
    expect(opened).toEqual([['validators', 'empty']])
  })

  test("leaves the owner's own names to the owner, and can be joined with them", async () => {
    const { tables } = await ingestFile({
      ...workshop,
      ownerId: 'ann',
      name: 'sales',
      format: 'csv',
      content: Buffer.from("node,amount\na'b,5\n"),
    })
    const own: QueryableSource = { id: '1', name: 'shop', kind: 'file', description: '', tables }
    const sources = [own, ledger]
    expect((await select('SELECT amount FROM sales', sources)).output.rows).toEqual([{ amount: 5 }])
    expect(opened).toEqual([])
    const joined = 'SELECT amount, stake FROM sales JOIN ledger.validators ON node = node_id'
    expect((await select(joined, sources)).output.rows).toEqual([
      { amount: 5, stake: '18446744073.709551615' },
    ])
  })

  test('does not open the files of the service to a source of an owner', async () => {
    const files = await write(LINES)
    const stolen: QueryableSource = {
      ...ledger,
      name: 'mine',
      kind: 'file',
      offered: undefined as never,
      tables: [{ ...table('validators'), file: files.get('validators') ?? '' }],
    }
    await expect(select('SELECT * FROM mine.validators', [stolen])).rejects.toMatchObject({
      code: 'internal',
    })
  })

  test('is found in the dialect of files without writing a file', async () => {
    const { output } = await startRun(workshop, { ownerId: 'ann', sources: [ledger] }).call('find_metadata', {
      user_question: 'Which node has the largest stake?',
    })
    expect(output.data).toContainEqual(
      expect.objectContaining({ source: 'ledger', table: 'ledger.validators', dialect: 'duckdb' }),
    )
    expect(opened).toEqual([])
  })

  test('that cannot be written fails the step', async () => {
    const broken = { ...ledger, offered: { ownerId: SERVICE, open: () => Promise.reject(new Error('away')) } }
    await expect(select('SELECT * FROM ledger.validators', [broken])).rejects.toThrow('away')
  })
})

test.each([
  ['change with every statement', { count: 2, statements: 240 }],
  // A child serves 500 and may have 512 files open.
  ['stay the same', { count: 1, statements: 499 }],
])(
  'files that %s are let go of',
  async (_what, { count, statements }) => {
    const versions = [await write(LINES), await write(LINES)]
    const tables = [table('validators')]
    let asked = 0
    const offered = {
      ownerId: SERVICE,
      open: async () => ({ files: versions[asked++ % count] ?? new Map() }),
    }
    const { call } = startRun(workshop, { ownerId: 'ann', sources: [{ ...ledger, tables, offered }] })
    for (let statement = 0; statement < statements; statement++) {
      const result = await call('execute_sql', { generated_sql: 'SELECT stake FROM ledger.validators' })
      if (result.status !== 'ok') throw new Error(`Statement ${statement}: ${result.content}`)
    }
  },
  60_000,
)

test('decimals around every length of the engine are exact', async () => {
  const stakes = [
    '-1000000000.000000001',
    '-5.5',
    '0',
    '999999999.999999999',
    '1000000000',
    '99999999999999999999.9',
  ]
  const files = await write(stakes.map((stake) => `${JSON.stringify({ stake })}\n`))
  const offered = { ownerId: SERVICE, open: async () => ({ files }) }
  const { output } = await select('SELECT stake FROM ledger.validators ORDER BY stake', [
    { ...ledger, offered },
  ])
  const withNineDigits = stakes.map((stake) => {
    const [whole, fraction = ''] = stake.split('.')
    return { stake: `${whole}.${fraction.padEnd(9, '0')}` }
  })
  expect(output.rows).toEqual(withNineDigits)
})

test('a value that does not fit its column is refused and leaves no file', async () => {
  const before = await readdir(workshop.folder, { recursive: true })
  const lines = ['{"node_id":"x","stake":"much"}\n']
  await expect(write(lines)).rejects.toMatchObject({ code: 'internal' })
  expect(await readdir(workshop.folder, { recursive: true })).toEqual(before)
})

test('versions that no statement can read are deleted with the next one', async () => {
  const files = await write(LINES)
  const version = join(workshop.folder, files.get('validators') ?? '', '..')
  const old = join(version, '..', 'b2f1f1de-0000-4000-8000-000000000000')
  await mkdir(old)
  await writeFile(join(old, 'table-1.parquet'), '')
  await utimes(old, new Date(0), new Date(0))
  const fresh = await write(LINES)
  const left = await readdir(join(version, '..'))
  expect(left).not.toContain('b2f1f1de-0000-4000-8000-000000000000')
  expect(left).toContain(files.get('validators')?.split('/').at(-2))
  expect(left).toContain(fresh.get('validators')?.split('/').at(-2))
})
