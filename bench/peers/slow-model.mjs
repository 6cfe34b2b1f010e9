// A chat-completions server that waits before it replies, `node slow-model.mjs [milliseconds]`. A streamed reply is one
// hundred words, ten milliseconds apart. Prints its port.
import { createServer } from 'node:http'

const delayMs = Number(process.argv[2] ?? 200)
const WORDS = 100
const WORD_MS = 10
const base = { id: 'chatcmpl-0', created: 0, model: 'slow' }
const usage = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 }
const message = { role: 'assistant', content: 'Forty-two.' }
const reply = JSON.stringify({
  ...base,
  object: 'chat.completion',
  choices: [{ index: 0, message, finish_reason: 'stop' }],
  usage,
})

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { stream: isStreamed } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    setTimeout(isStreamed ? streamWords : answer, delayMs, response)
  })
})

/** @param {import('node:http').ServerResponse} response */
function answer(response) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(reply)
}

/** @param {import('node:http').ServerResponse} response */
function streamWords(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let sent = 0
  const timer = setInterval(() => {
    if (response.destroyed) return clearInterval(timer)
    if (sent++ < WORDS)
      return send(response, [{ index: 0, delta: { content: 'word ' }, finish_reason: null }])
    clearInterval(timer)
    send(response, [{ index: 0, delta: {}, finish_reason: 'stop' }])
    send(response, [], { usage })
    response.end('data: [DONE]\n\n')
  }, WORD_MS)
}

/** @param {import('node:http').ServerResponse} response @param {unknown[]} choices */
function send(response, choices, rest = {}) {
  response.write(
    `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices, ...rest })}\n\n`,
  )
}

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
