import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Connections that one client address may hold for every connection that is free. */
const CONNECTIONS_PER_FREE_CONNECTION = 3

/**
 * Closes new connections over the limit: over `limit` in all, and over the share of one client address.
 * Closes idle connections first. Behind a proxy (`hasProxy`) all connections come from the proxy, so only the
 * total limit applies.
 */
export function limitConnections(
  server: Server,
  { limit, hasProxy }: { readonly limit: number; readonly hasProxy: boolean },
): void {
  const byAddress = new Map<string, number>()
  let total = 0

  const isOverShare = (address: string) =>
    !hasProxy && (byAddress.get(address) ?? 0) >= CONNECTIONS_PER_FREE_CONNECTION * (limit - total)

  server.on('connection', (socket: Socket) => {
    // Without a listener, a reset of a connection without a request would be an uncaught error.
    socket.on('error', () => socket.destroy())
    const address = socket.remoteAddress ?? 'unknown'
    if (total >= limit) server.closeIdleConnections()
    if (total >= limit || isOverShare(address)) {
      socket.destroy()
      return
    }
    total++
    byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
    socket.once('close', () => {
      total--
      const left = (byAddress.get(address) ?? 1) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
  })
}
