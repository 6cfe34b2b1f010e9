import { once } from 'node:events'
import http from 'node:http'

/**
 * Starts a proxy that sends each request to the next replica and keeps no client on one. A replica that refuses the
 * connection or answers 503 is passed over once, as nginx does with `proxy_next_upstream error http_503 non_idempotent`.
 *
 * @param {{ port: number, targets: () => readonly number[] }} options `targets` are the ports of the replicas
 */
export async function startProxy({ port, targets }) {
  let turn = 0
  const agent = new http.Agent({ keepAlive: true, maxSockets: 200 })
  const server = http.createServer(async (request, response) => {
    /** @type {Buffer[]} */
    const pieces = []
    for await (const piece of request) pieces.push(piece)
    send(request, response, { body: Buffer.concat(pieces), attempts: targets().length })
  })

  /** @param {http.IncomingMessage} request @param {http.ServerResponse} response @param {{ body: Buffer, attempts: number }} rest */
  function send(request, response, { body, attempts }) {
    const ports = targets()
    const target = ports[turn++ % ports.length]
    const { method, url: path, headers } = request
    const upstream = http.request({ host: '127.0.0.1', port: target, method, path, headers, agent })
    const retry = () => send(request, response, { body, attempts: attempts - 1 })
    upstream.on('error', (error) => {
      if (attempts > 1 && !response.headersSent && 'code' in error && error.code === 'ECONNREFUSED') retry()
      else if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    })
    upstream.on('response', (reply) => {
      if (reply.statusCode === 503 && attempts > 1) {
        reply.resume()
        retry()
        return
      }
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
      reply.on('error', () => response.destroy())
      response.on('close', () => upstream.destroy())
    })
    upstream.end(body)
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
