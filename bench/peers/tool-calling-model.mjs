// A chat-completions server that asks for three tools, one after the other, and then answers. It replies
// without delay or, while it is held, after its release: POST /hold, /held (the number of waiting calls),
// /release. With `--chart` the calls are those of a question that ends in a chart, and with `--refused-chart` those of one
// whose chart names a column that does not exist. Prints its port.
import { createServer } from 'node:http'

const CALLS = 3
const CHART = {
  mark: 'bar',
  title: 'Squares',
  encoding: {
    x: { field: 'n', type: 'ordinal', title: 'Number' },
    y: { field: 'square', type: 'quantitative', title: 'Its square' },
  },
}
const CHART_ARGUMENTS = {
  find_metadata: { user_question: 'What are the squares of the first numbers?' },
  execute_sql: { generated_sql: 'SELECT n, n * n AS square FROM range(1, 13) t(n)' },
  create_graph: { sql_results: '2', chart_spec: JSON.stringify(CHART) },
}
const REFUSED_ARGUMENTS = {
  ...CHART_ARGUMENTS,
  execute_sql: { generated_sql: 'SELECT 1' },
}
const chartArguments = process.argv.includes('--refused-chart') ? REFUSED_ARGUMENTS : CHART_ARGUMENTS
const isCharting = process.argv.some((word) => word === '--chart' || word === '--refused-chart')
const JSON_HEADERS = { 'content-type': 'application/json' }

/** @type {null | (() => void)[]} what waits for the release; null while nothing is held */
let held = null

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    if (request.url === '/hold') held = []
    if (request.url === '/release') for (const answer of release()) answer()
    if (!request.url?.startsWith('/v1/')) return response.end(String(held?.length ?? 0))
    const answer = () => response.writeHead(200, JSON_HEADERS).end(reply(Buffer.concat(chunks)))
    if (held) held.push(answer)
    else answer()
  })
})

function release() {
  const waiting = held ?? []
  held = null
  return waiting
}

/** @param {Buffer} body @returns {string} */
function reply(body) {
  const { messages, tools = [] } = JSON.parse(body.toString('utf8'))
  const done = messages.filter(({ role }) => role === 'tool').length
  const tool = done < CALLS ? tools[done] : undefined
  const message = tool
    ? { role: 'assistant', content: null, tool_calls: [toCall(tool.function.name, done)] }
    : { role: 'assistant', content: 'January is the coldest month, on average 8.2 °C.' }
  return JSON.stringify({
    id: 'chatcmpl-0',
    object: 'chat.completion',
    created: 0,
    model: 'zero',
    choices: [{ index: 0, message, finish_reason: tool ? 'tool_calls' : 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
  })
}

/** @param {string} name @param {number} index */
function toCall(name, index) {
  const sent = isCharting ? chartArguments[name] : { query: `step ${index}` }
  return {
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(sent) },
  }
}

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
