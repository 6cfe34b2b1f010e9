import { once } from 'node:events'
import { Socket } from 'node:net'
import { RELAY_SOCKET } from '../../sandbox/relay.ts'

/**
 * Returns a connection to the server of this task, over the relay in the child's folder. Throws an error with the code of
 * the connection that the service could not open.
 */
export async function connectRelay(): Promise<Socket> {
  const socket = new Socket().connect({ path: RELAY_SOCKET })
  await once(socket, 'connect')
  const code = await readLine(socket)
  if (code === '') return socket
  socket.destroy()
  throw Object.assign(new Error(`The server cannot be reached: ${code}`), { code })
}

const NEW_LINE = 10

/** Reads byte by byte, because the server's greeting may follow the line, and the driver must read the greeting. */
async function readLine(socket: Socket): Promise<string> {
  const bytes: number[] = []
  for (;;) {
    const byte: Buffer | null = socket.read(1)
    if (byte === null) {
      if (socket.readableEnded || socket.destroyed) throw new Error('The relay closed the connection')
      await Promise.race([once(socket, 'readable'), once(socket, 'end')])
      continue
    }
    if (byte[0] === NEW_LINE) return Buffer.from(bytes).toString()
    bytes.push(byte[0] ?? NEW_LINE)
  }
}
