import { readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { STRANGER_ADDRESS, toForm } from './open-stranger.mjs'

/** @typedef {(stranger: import('./open-stranger.mjs').Stranger) => Promise<void>} Misbehaviour */

const SLOW_POSTS = 1_010
const NESTED_BYTES = 200_000

/** @type {Record<string, Misbehaviour>} how a client misbehaves until its signal, by a name for people */
export const MISBEHAVIOURS = {
  'forms without their end': ({ send, repeat }) =>
    repeat(8, () =>
      send('POST', '/api/data_source', toForm({ fileName: 'a.csv', content: 'a\n1\n', isEnded: false })),
    ),
  'files of an unknown kind': ({ send, repeat }) =>
    repeat(8, () => send('POST', '/api/data_source', toForm({ fileName: 'a.xyz', content: 'a\n1\n' }))),
  '200 KB of `WITH a(a(a(…`': (stranger) => runStatements(stranger, `WITH ${'a('.repeat(NESTED_BYTES / 2)}`),
  'a misspelt name of 200 KB': (stranger) =>
    runStatements(stranger, `SELECT ${'ab'.repeat(NESTED_BYTES / 2)} FROM b`),
  'long statements of two accounts': (stranger) =>
    runStatements(
      stranger,
      'SELECT count(*) FROM range(100000000) a, range(1000) b WHERE a.range % 7 = b.range % 3',
    ),
  'charts of two accounts': drawCharts,
  'forty Parquet bombs at once': uploadBombs,
  'replies checked against 1,900 constants': callHostileTool,
  '200 KB of JSON, nested, at every door': nestEverywhere,
  'long questions to the demo model': ({ send, repeat }) => {
    const content = 'average of the '.repeat(NESTED_BYTES / 15)
    const body = JSON.stringify({ model: 'parley-demo', messages: [{ role: 'user', content }] })
    return repeat(4, () => send('POST', '/demo-model/v1/chat/completions', { body }))
  },
  '1,010 slow posts': openSlowPosts,
  'challenges for many wallets': ({ send, repeat }) =>
    repeat(4, () =>
      send('GET', `/api/auth/challenge?wallet=0x${Math.random().toString(16).slice(2).padEnd(40, '0')}`),
    ),
}

function runStatements({ tokens, send, repeat }, sql) {
  const body = JSON.stringify({ sql })
  return repeat(8, (client) =>
    send('POST', '/api/trpc/dataSource.query', { body, token: tokens[client % tokens.length] }),
  )
}

/** @type {Misbehaviour} */
function drawCharts({ tokens, send, repeat }) {
  const rows = Array.from({ length: 2_000 }, (_, index) => ({
    name: `name ${index}`,
    x: index,
    y: index % 97,
  }))
  const chart_spec = JSON.stringify({
    title: 'Many names',
    mark: 'bar',
    encoding: { x: { field: 'name', type: 'nominal' }, y: { field: 'y', type: 'quantitative' } },
  })
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'create_graph', arguments: { sql_results: JSON.stringify(rows), chart_spec } },
  })
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }
  return repeat(8, (client) => send('POST', '/mcp', { body, headers, token: tokens[client % tokens.length] }))
}

/** @type {Misbehaviour} */
async function uploadBombs({ send, repeat }) {
  const file = path.join(os.tmpdir(), `parley-bomb-${process.pid}.parquet`)
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(
    `COPY (SELECT repeat('x', 1000) AS x FROM range(20000000)) TO '${file}' (COMPRESSION zstd)`,
  )
  connection.closeSync()
  const content = await readFile(file)
  await rm(file)
  await repeat(40, () => send('POST', '/api/data_source', toForm({ fileName: 'bomb.parquet', content })))
}

/** An agent of the stranger has a tool whose reply of 1.8 MB matches none of 1,900 constants. @type {Misbehaviour} */
async function callHostileTool({ call, send, repeat, hostileTool }) {
  const model = { provider: 'ollama', model: 'm', base_url: `${hostileTool.modelOrigin}/v1`, name: 'M' }
  const { id } = await call('POST', '/llm_config', model)
  const tools = [{ ...hostileTool.binding, properties: [] }]
  const { agent_id } = await call('POST', '/agent', { name: 'H', model_config_id: id, tools })
  await repeat(2, async () => {
    const { session_id } = await call('POST', '/chat/session/new', { name: 'S', agent_id })
    await send('POST', '/api/chat/query', { body: JSON.stringify({ session_id, query: 'Go' }) })
  })
}

/** @type {Misbehaviour} */
function nestEverywhere({ send, repeat }) {
  const body = '{"a":['.repeat(NESTED_BYTES / 6)
  const doors = [
    '/api/agent',
    '/api/chat/query',
    '/api/trpc/dataSource.query',
    '/mcp',
    '/api/v1/responses',
    '/api/chainapi',
  ]
  return repeat(12, (client) => send('POST', doors[client % doors.length], { body }))
}

/** Opens posts that send one byte each second, and opens another for each that ends. @type {Misbehaviour} */
async function openSlowPosts({ origin, tokens, signal, replies }) {
  const { hostname, port } = new URL(origin)
  const head = `POST /api/agent HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${tokens[0]}\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{`
  const sockets = new Set()
  while (!signal.aborted) {
    while (sockets.size < SLOW_POSTS) sockets.add(openSlowPost({ port, hostname, head, sockets, replies }))
    for (const socket of sockets) socket.write(' ')
    await wait(1000, undefined, { signal }).catch(() => {})
  }
  for (const socket of sockets) socket.destroy()
}

function openSlowPost({ port, hostname, head, sockets, replies }) {
  const socket = connect({ port, host: hostname, localAddress: STRANGER_ADDRESS }, () => socket.write(head))
  return socket
    .once('data', (bytes) => {
      const status = bytes.toString('latin1', 9, 12)
      replies[status] = (replies[status] ?? 0) + 1
    })
    .on('error', () => {})
    .once('close', () => sockets.delete(socket))
}
