import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataShell, openDataShell } from '../testing/open-data-shell.ts'

let shell: DataShell
let alice: string
let bob: string

beforeAll(async () => {
  shell = await openDataShell()
  alice = await shell.signIn()
  bob = await shell.signIn()
})
afterAll(() => shell.close())

const SHOPS = (count: number) =>
  `SELECT i AS id, 'Shop ' || i AS shop, CAST(i * 1.37 AS DECIMAL(12,2)) AS revenue_usd FROM range(1, ${count + 1}) t(i) ORDER BY i`

/** A turn in which the model runs a statement and then answers. Returns its run and the evidence. */
async function answer(generated_sql: string, text: string) {
  shell.script({ toolCalls: [{ name: 'execute_sql', arguments: { generated_sql } }] }, text, text)
  const session_id = await shell.openSession(alice)
  const body = { session_id, query: 'Which shops stand out?' }
  const { run_id } = await shell.call('POST', '/chat/query', { token: alice, body })
  const { evidence } = await shell.call('GET', `/chat/run/${run_id}/evidence`, { token: alice })
  return { run_id, evidence }
}

/** The rule, the row and the column that prove each number; `none` where nothing does. */
function proofs({ spans }: { spans: { kind: string; rule: string; row: number; column: string }[] }) {
  return spans.map(({ kind, rule, row, column }) => (kind === 'none' ? 'none' : [rule, row, column]))
}

const CUT =
  'There are 3,000 shops. Shop 2411 made 3,303.07 USD, Shop 2412 made 3,303.07 USD. In total they made 6,167,055.00 USD.'

test('the rows that the model did not see prove numbers, and are a Parquet file for their owner alone', async () => {
  const { evidence, run_id } = await answer(SHOPS(3000), CUT)
  expect(proofs(evidence)).toEqual([
    ['row_count', null, null],
    ['cell', 2411, 'shop'],
    ['cell', 2411, 'revenue_usd'],
    ['cell', 2412, 'shop'],
    'none',
    ['sum', null, 'revenue_usd'],
  ])
  const [{ file, note, searched_rows }] = evidence.results
  expect([note, searched_rows]).toEqual([null, 3000])
  expect((await shell.fetch('GET', `/api/${file}`, { token: bob })).status).toBe(404)
  const read = async () => {
    const reply = await shell.fetch('GET', `/api/${file}`, { token: alice })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/vnd.apache.parquet'])
    return Buffer.from(await reply.arrayBuffer())
  }
  const [first, second] = await Promise.all([read(), read()])
  expect(first.subarray(0, 4).toString()).toBe('PAR1')
  expect(second.subarray(0, 4).toString()).toBe('PAR1')
  expect(await read()).toHaveLength(first.length)

  await shell.deps.db.pool.query(
    `update artifacts set expires_at = now() - interval '1 second' where run_id = $1`,
    [run_id],
  )
  expect((await shell.fetch('GET', `/api/${file}`, { token: alice })).status).toBe(404)
  const later = await shell.call('GET', `/chat/run/${run_id}/evidence`, { token: alice })
  expect(later.evidence.results[0]).toMatchObject({
    file: null,
    note: 'The whole result was deleted or has expired.',
  })
  expect(later.evidence.spans).toEqual(evidence.spans)
})

test('a result that the step holds whole has no file', async () => {
  const { evidence, run_id } = await answer(SHOPS(200), 'Shop 200 made 274.00 USD.')
  expect(proofs(evidence)).toEqual([
    ['cell', 200, 'shop'],
    ['cell', 200, 'revenue_usd'],
  ])
  expect(evidence.results).toMatchObject([{ row_count: 200, searched_rows: 200, file: null, note: null }])
  const stored = await shell.deps.db.pool.query('select from artifacts where run_id = $1', [run_id])
  expect(stored.rows).toEqual([])
})

test('two hundred columns, nested values and Arabic-Indic digits are proven by their cells', async () => {
  const wide = Array.from({ length: 200 }, (_, index) => `i * 1000 + ${index} AS c${index}`).join(', ')
  const { evidence } = await answer(
    `SELECT 'Shop ' || i AS shop, {'sold': i * 3.5, 'left': [i * 100 + 7]} AS stock, ${wide} FROM range(1, 301) t(i) ORDER BY i`,
    'Shop 17 sold 59.5 and has 1,707 left; its c150 is 17,150. المتجر Shop 3 c7 ٣٬٠٠٧. Shop 299 has a c39 of 299,039.',
  )
  const numbers = evidence.spans.filter(({ column }: { column: string }) => column !== 'shop')
  expect(proofs({ spans: numbers })).toEqual([
    ['cell', 17, 'stock'],
    ['cell', 17, 'stock'],
    ['cell', 17, 'c150'],
    ['cell', 3, 'c7'],
    ['cell', 299, 'c39'],
  ])
})

test('ranges, brackets and numbers glued to units are proven in a result that the trace holds in part', async () => {
  const { evidence } = await answer(
    `SELECT 'Shop ' || i AS shop, i * 10 AS mass_kg, -i * 125 AS balance_eur, CAST(i * 10000 AS DOUBLE) AS cost_eur
     FROM range(1, 401) t(i) ORDER BY i`,
    'Shop 341: a mass of 3410kg, a balance of (42,625) and a cost of €3.41m. Shop 342: a mass of 3420kg and a cost of €3.41m.',
  )
  const numbers = evidence.spans.filter(({ column }: { column: string }) => column !== 'shop')
  expect(proofs({ spans: numbers })).toEqual([
    ['cell', 341, 'mass_kg'],
    ['cell', 341, 'balance_eur'],
    ['cell', 341, 'cost_eur'],
    ['cell', 342, 'mass_kg'],
    'none',
  ])
})

test('an answer of 50,000 characters is judged within the turn', async () => {
  const lines = Array.from(
    { length: 1100 },
    (_, index) => `- Shop ${index + 1} made ${((index + 1) * 1.37).toFixed(2)} USD this year.\n`,
  )
  const text = lines.join('').slice(0, 50_000)
  expect(text.length).toBeGreaterThan(40_000)
  const { evidence } = await answer(SHOPS(1100), text)
  expect(evidence.numbers).toBeGreaterThan(100)
  expect(proofs(evidence).filter((proof) => proof === 'none')).toEqual([])
})

test('a wrong digit of an answer in Chinese is marked, and the other numbers are proven', async () => {
  const { evidence } = await answer(
    `SELECT * FROM (VALUES ('北京', 12340), ('上海', 15678), ('广州', 9870)) t(城市, 销售额)`,
    '共有3个城市，销售额总计37,888元。上海最高（15,678元），广州为9,871元，北京约1.23万元。',
  )
  expect(proofs(evidence)).toEqual([
    ['row_count', null, null],
    ['sum', null, '销售额'],
    ['cell', 2, '销售额'],
    'none',
    ['cell', 1, '销售额'],
  ])
})
