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

/** A turn in which the model calls execute_sql for each statement and then create_graph. */
async function draw(statements: readonly string[], sql_results: string, spec: object) {
  const calls = [
    ...statements.map((generated_sql) => ({ name: 'execute_sql', arguments: { generated_sql } })),
    { name: 'create_graph', arguments: { sql_results, chart_spec: JSON.stringify(spec) } },
  ]
  shell.script(...calls.map((call) => ({ toolCalls: [call] })), 'Here is the chart.')
  const session_id = await shell.openSession(alice)
  const { run_id, artifacts } = await shell.call('POST', '/chat/query', {
    token: alice,
    body: { session_id, query: 'Draw it' },
  })
  const { steps } = await shell.call('GET', `/chat/run/${run_id}`, { token: alice })
  const graph = steps.find(({ agent_name }: { agent_name: string }) => agent_name === 'create_graph')
  return { artifacts, graph }
}

const ROWS = 'SELECT y AS year, y % 7 AS n FROM range(2001, 2006) t(y)'
const bars = (title: string) => ({
  title,
  mark: 'bar',
  encoding: { x: { field: 'year' }, y: { field: 'n', type: 'quantitative' } },
})

test('the owner alone downloads a chart, under a file name with the letters of its title', async () => {
  const { artifacts } = await draw([ROWS], '1', bars('売上 (Größe) 2024'))
  expect(artifacts).toEqual([
    expect.stringMatching(/^artifacts\/[0-9a-f-]{36}\/[\x21-\x7e]+\.png$/),
    expect.stringMatching(/^artifacts\/[0-9a-f-]{36}\/[\x21-\x7e]+\.mjs$/),
  ])
  for (const [path, ending, kind] of [
    [artifacts[0], 'png', 'inline'],
    [artifacts[1], 'mjs', 'attachment'],
  ] as const) {
    const reply = await shell.fetch('GET', `/api/${path}`, { token: alice })
    expect(reply.status).toBe(200)
    const name = `売上-größe-2024.${ending}`
    expect(reply.headers.get('content-disposition')).toBe(
      `${kind}; filename="__-gr__e-2024.${ending}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(500)
    // Clients that show the name write it into the address as it is.
    const shown = await shell.fetch('GET', `/api/${decodeURIComponent(path)}`, { token: alice })
    expect(shown.status).toBe(200)
    expect((await shell.fetch('GET', `/api/${path}`, { token: bob })).status).toBe(404)
  }
  const [path] = artifacts
  const script = await shell.fetch('GET', `/api/${artifacts[1]}`, { token: alice })
  expect(await script.text()).toContain('売上 (Größe) 2024')
  expect(
    (await shell.fetch('GET', `/api/${path.replace('.png', '%2F..png')}`, { token: alice })).status,
  ).toBe(404)
  expect((await shell.fetch('GET', `/api/${path.replace('.png', '%FF.png')}`, { token: alice })).status).toBe(
    404,
  )
})

test('a chart with a plain title keeps its plain name', async () => {
  const { artifacts } = await draw([ROWS], '1', bars('Sales by year'))
  expect(artifacts[0]).toMatch(/^artifacts\/[0-9a-f-]{36}\/sales-by-year\.png$/)
  const reply = await shell.fetch('GET', `/api/${artifacts[0]}`, { token: alice })
  expect(reply.headers.get('content-disposition')).toBe('inline; filename="sales-by-year.png"')
})

test('a chart is stored as its drawing, and simultaneous readers make one picture of it', async () => {
  const { artifacts } = await draw([ROWS], '1', bars('Read at once'))
  const [, artifactId = ''] = artifacts[0].split('/')
  const query = async (sql: string, values: unknown[]) =>
    (await shell.deps.db.pool.query<{ path: string; bytes: number }>(sql, values)).rows
  const kept = () =>
    query('select path, bytes from artifacts where artifact_id = $1 and file_name like $2', [
      artifactId,
      '%.png',
    ])
  const [before] = await kept()
  expect(before?.path).toMatch(/\/read-at-once\.png\.svgz$/)
  expect((await shell.fetch('GET', `/api/${artifacts[0]}`, { token: bob })).status).toBe(404)
  expect(await kept()).toEqual([before])

  const readers = Array.from({ length: 5 }, async () => {
    const reply = await shell.fetch('GET', `/api/${artifacts[0]}`, { token: alice })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
    return Buffer.from(await reply.arrayBuffer())
  })
  const pictures = await Promise.all(readers)
  expect(pictures[0]?.subarray(1, 4).toString()).toBe('PNG')
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(1)
  const [after] = await kept()
  expect(after).toEqual({ path: before?.path.replace('.svgz', ''), bytes: pictures[0]?.byteLength })
  const again = await shell.fetch('GET', `/api/${artifacts[0]}`, { token: alice })
  expect(Buffer.from(await again.arrayBuffer())).toEqual(pictures[0])
  const retired = await query('select path from retired_blobs where path = $1', [before?.path])
  expect(retired).toHaveLength(1)
})

test('a chart layers the results of two steps, and the trace holds both', async () => {
  const { graph } = await draw([ROWS, 'SELECT 3 AS target'], JSON.stringify({ sales: 1, limits: 2 }), {
    layer: [
      bars('Sales'),
      { data: { name: 'limits' }, mark: 'rule', encoding: { y: { field: 'target', type: 'quantitative' } } },
    ],
  })
  expect([graph.status, graph.output.error]).toEqual(['ok', undefined])
  expect(JSON.parse(graph.output.data).datasets).toMatchObject({ limits: [{ target: 3 }] })
})

test('a chart of many rows is kept in the trace, and its note says what cannot be read', async () => {
  const { graph } = await draw(
    ["SELECT i AS a, i * i AS b, repeat('x', 100) AS text FROM range(12000) t(i)"],
    '1',
    {
      mark: 'point',
      encoding: { x: { field: 'a', type: 'quantitative' }, y: { field: 'b', type: 'quantitative' } },
    },
  )
  expect([graph.status, graph.output.error]).toEqual(['ok', undefined])
  expect(JSON.parse(graph.output.data).data.values).toHaveLength(12_000)
  expect(graph.output.notes).toEqual([expect.stringMatching(/12000 points overlap/)])
})
