import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Closes upgraded connections when the process receives a stop signal. Hot reload keeps such a connection
 * open in every page of the console, and `server.close()` would wait for it.
 */
export function endUpgradesAtStop(server: Server): void {
  const sockets = new Set<Duplex>()
  server.on('upgrade', (_request, socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  process.once('SIGTERM', () => {
    for (const socket of sockets) socket.destroy()
  })
}
