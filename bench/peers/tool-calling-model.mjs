// A chat-completions server that asks for three tools, one after the other, and then answers. It replies
// without delay or, while it is held, after its release: POST /hold, /held (the number of waiting calls),
// /release. Prints its port.
import { createServer } from 'node:http'

const CALLS = 3
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
  return {
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify({ query: `step ${index}` }) },
  }
}

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
