import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** A question is cut only behind the first event of its reply: before, its caller does not know which run to continue. */
const NAMED = Buffer.from('event: run')
/** The last event is the whole answer. It has no id, so it must arrive over one connection: most are not cut there. */
const LAST = Buffer.from('event: message')
const CUT_LAST = 0.3
const STREAM = Buffer.from('text/event-stream')

/**
 * Starts a TCP proxy that ends connections to a stream after a random number of bytes, as a phone that changes its network
 * does. Cuts fall anywhere: between events, in a name, in a character.
 *
 * @param {{ target: () => number, longestBytes: number, wanted: () => boolean }} options `wanted`: whether to cut at all
 */
export async function startCutter({ target, longestBytes, wanted }) {
  let cuts = 0
  const server = createServer((client) => {
    const upstream = connect(target(), '127.0.0.1')
    /** @type {number | null} */
    let left = null
    let isNamed = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    client.on('data', (bytes) => {
      // A connection that is kept alive begins anew with each request.
      left = null
      isNamed = bytes.subarray(0, 4).toString() === 'GET '
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (left === null && bytes.includes(STREAM) && wanted()) left = randomInt(1, longestBytes)
      if (bytes.includes(LAST) && Math.random() > CUT_LAST) left = null
      const wasNamed = isNamed
      isNamed ||= bytes.includes(NAMED)
      if (left === null || !wasNamed || bytes.length < left) {
        if (left !== null && wasNamed) left -= bytes.length
        client.write(bytes)
        return
      }
      cuts += 1
      upstream.destroy()
      client.write(bytes.subarray(0, left), end)
    })
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    cuts: () => cuts,
    close: () => server.close(),
  }
}
