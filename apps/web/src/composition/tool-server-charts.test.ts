import { connectModern, connectOlder } from '@parley/mcp/testing/clients'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataShell, openDataShell } from '../testing/open-data-shell.ts'

let shell: DataShell
let token: string

beforeAll(async () => {
  shell = await openDataShell()
  token = await shell.signIn()
})
afterAll(() => shell.close())

const encoding = { x: { field: 'month', type: 'ordinal' }, y: { field: 'temp', type: 'quantitative' } }
const chart_spec = JSON.stringify({ title: 'Warmth', mark: 'bar', encoding })
const generated_sql = 'SELECT i AS month, i * 2 AS temp FROM range(3) t(i)'

test.each([
  ['the newest revision', connectModern],
  ['a handshake revision', connectOlder],
])('a client of %s draws the rows it sends and is not told of step numbers', async (_what, connect) => {
  const client = await connect(`http://127.0.0.1:${shell.port}/mcp`, token)
  const { tools } = await client.listTools()
  expect(JSON.stringify(tools)).not.toMatch(/step number/i)

  const { structuredContent, content } = await client.callTool({
    name: 'execute_sql',
    arguments: { generated_sql },
  })
  expect(JSON.stringify(content)).not.toContain('step')
  const { rows } = structuredContent as { rows: unknown[] }
  const drawn = await client.callTool({
    name: 'create_graph',
    arguments: { sql_results: JSON.stringify(rows), chart_spec },
  })
  expect(drawn.content).toContainEqual(expect.objectContaining({ type: 'image', mimeType: 'image/png' }))

  const byStep = await client.callTool({ name: 'create_graph', arguments: { sql_results: '1', chart_spec } })
  expect(byStep).toMatchObject({
    isError: true,
    content: [
      {
        text: 'Send sql_results as a JSON array of row objects, or as an object of such arrays by name; results of earlier calls are not kept here.',
      },
    ],
  })
  await client.close()
})
