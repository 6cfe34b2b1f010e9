import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitConnections } from './connections.ts'

const LIMIT = 8
let server: ReturnType<typeof createServer>
let sockets: Socket[]
beforeEach(() => {
  sockets = []
  server = createServer((_, response) => response.end('answered'))
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.closeAllConnections()
  server.close()
})

async function listen({ hasProxy }: { hasProxy: boolean }) {
  limitConnections(server, { limit: LIMIT, hasProxy })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
}

/** Opens a connection from a loopback address, and says whether the server answers a request on it and keeps it. */
async function isAnswered(localAddress: string): Promise<boolean> {
  const { port } = server.address() as AddressInfo
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [reply] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
  return Buffer.isBuffer(reply)
}

async function answers(localAddress: string, count: number): Promise<boolean[]> {
  const seen: boolean[] = []
  for (let index = 0; index < count; index++) seen.push(await isAnswered(localAddress))
  return seen
}

test('one client address holds at most three connections for each free one, and others still connect', async () => {
  await listen({ hasProxy: false })
  // With six of eight taken two are free, and a seventh would be over the share.
  expect(await answers('127.0.0.2', 10)).toEqual([...Array(6).fill(true), ...Array(4).fill(false)])
  expect(await isAnswered('127.0.0.3')).toBe(true)
  expect(await isAnswered('127.0.0.2')).toBe(false)
})

test('a closed connection gives its share back', async () => {
  await listen({ hasProxy: false })
  await answers('127.0.0.2', 6)
  const [first] = sockets
  first?.destroy()
  await expect.poll(() => isAnswered('127.0.0.2'), { timeout: 20_000 }).toBe(true)
})

test('behind a proxy all connections come from one address, and only their number in all is limited', async () => {
  await listen({ hasProxy: true })
  expect(await answers('127.0.0.2', LIMIT)).toEqual(Array(LIMIT).fill(true))
})
