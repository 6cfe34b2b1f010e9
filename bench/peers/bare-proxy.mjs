// The baseline: a node:http server that forwards a body to the model's port and pipes the reply back. Prints its port.
import { Agent, createServer, request as send } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
const target = {
  host: '127.0.0.1',
  port: Number(process.argv[2]),
  path: '/v1/chat/completions',
  method: 'POST',
  agent,
}

const server = createServer((request, response) => {
  if (request.url === '/memory') {
    globalThis.gc?.()
    return response.end(JSON.stringify(process.memoryUsage()))
  }
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const upstream = send({ ...target, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    upstream.end(body)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
