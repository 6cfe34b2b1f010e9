// A chat-completions server that replies without delay, in a separate process. Prints its port.
import { createServer } from 'node:http'

const reply = JSON.stringify({
  id: 'chatcmpl-0',
  object: 'chat.completion',
  created: 0,
  model: 'zero',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Forty-two.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
})
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(reply) }

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(200, headers).end(reply))
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
