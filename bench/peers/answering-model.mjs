// A chat-completions server that calls execute_sql once and then answers with numbers of the result. The first part of
// the path says how large the result is: /few/v1, /page/v1, /cut/v1. With /chart/v1 it searches the catalog first and
// draws the result. Prints its port.
import { createServer } from 'node:http'

const SHOPS = (count) =>
  `SELECT i AS id, 'Shop ' || i AS shop, i * 7919 % 10007 AS visits, CAST(i * 1.37 AS DECIMAL(12,2)) AS revenue_usd FROM range(1, ${count + 1}) t(i) ORDER BY i`

const visitsOf = (shop) => (shop * 7919) % 10_007
const lineOf = (shop) =>
  `- Shop ${shop}: ${visitsOf(shop).toLocaleString('en')} visits and ${(shop * 1.37).toFixed(2)} USD`

const CHART = {
  mark: 'bar',
  encoding: { x: { field: 'shop', type: 'nominal' }, y: { field: 'visits', type: 'quantitative' } },
}

/** @type {Record<string, { rows: number, shops: readonly number[], isDrawn?: boolean }>} */
const CASES = {
  chart: { rows: 12, shops: [1, 4, 7, 12], isDrawn: true },
  few: { rows: 12, shops: [1, 4, 7, 12] },
  page: { rows: 200, shops: [3, 17, 44, 51, 68, 90, 111, 145, 177, 200] },
  cut: { rows: 5000, shops: [3, 412, 1700, 4999] },
}

/** @type {(rows: number, isDrawn?: boolean) => readonly (readonly [string, object])[]} */
const callsOf = (rows, isDrawn = false) => {
  const query = /** @type {const} */ (['execute_sql', { generated_sql: SHOPS(rows) }])
  if (!isDrawn) return [query]
  return [
    ['find_metadata', { user_question: 'Which shops stand out?' }],
    query,
    ['create_graph', { sql_results: '2', chart_spec: JSON.stringify(CHART) }],
  ]
}

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { messages } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    const { rows, shops, isDrawn } = CASES[request.url?.split('/')[1] ?? ''] ?? { rows: 1, shops: [] }
    const made = messages.length - 1 - messages.findLastIndex(({ role }) => role === 'user')
    const [name, input] = callsOf(rows, isDrawn)[made >> 1] ?? []
    const isAnswering = name === undefined
    const call = { name, arguments: JSON.stringify(input) }
    const message = isAnswering
      ? { role: 'assistant', content: `The shops that stand out:\n\n${shops.map(lineOf).join('\n')}` }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_0', type: 'function', function: call }],
        }
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: 'chatcmpl-0',
        object: 'chat.completion',
        created: 0,
        model: 'zero',
        choices: [{ index: 0, message, finish_reason: isAnswering ? 'stop' : 'tool_calls' }],
        usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
      }),
    )
  })
})

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
