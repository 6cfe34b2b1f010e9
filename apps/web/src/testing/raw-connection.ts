import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection that sends bytes unchanged, for requests that HTTP clients refuse to send. */
export type RawConnection = {
  readonly socket: Socket
  readonly send: (text: string) => void
  /** Everything that has arrived so far. */
  readonly received: () => string
  /** Waits until the server has closed the connection; returns everything that arrived. */
  readonly closed: () => Promise<string>
}

/** Connects to a port of this machine. A reset of the connection is an ordinary end. */
export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1' })
  let text = ''
  socket.setEncoding('latin1').on('data', (piece) => {
    text += piece
  })
  const end = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  await once(socket, 'connect')
  return {
    socket,
    send: (piece) => void socket.write(piece, 'latin1'),
    received: () => text,
    async closed() {
      await end
      return text
    },
  }
}
