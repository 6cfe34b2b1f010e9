import { constants, type FileHandle, open } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Isolation } from './isolation.ts'

/** The name of the relay's socket in the private folder of a child. */
export const RELAY_SOCKET = 'relay.sock'

/** Opens a checked connection to the one server that a task may reach. */
export type Connect = () => Socket

type RelayOptions = {
  /** The private folder of the child, absolute. */
  readonly privateFolder: string
  readonly isolation: Isolation
  readonly connect: Connect
}

/** Connections of one task at once: one for its statement and one that cancels it, twice. */
const MAX_CONNECTIONS = 4

/**
 * Lets the child reach one server, although it has no network: each connection to a socket in its folder gets a
 * connection that this process opens. The first line that the child reads is empty, or the code of the error
 * with which the server could not be reached. Ends all connections when it is disposed of.
 */
export async function openRelay({
  privateFolder,
  isolation,
  connect,
}: RelayOptions): Promise<AsyncDisposable> {
  const directory = await open(privateFolder, constants.O_RDONLY | constants.O_DIRECTORY)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    relay(socket, connect)
  })
  server.maxConnections = MAX_CONNECTIONS
  try {
    await listen(server, { directory, privateFolder, isForAll: isolation.userId !== null })
  } catch (error) {
    await directory.close()
    throw error
  }
  return {
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
      await directory.close()
    },
  }
}

function relay(inner: Socket, connect: Connect): void {
  inner.on('error', () => undefined)
  const outer = connect()
  let isConnected = false
  inner.once('close', () => outer.destroy())
  outer.once('error', (error) => {
    if (isConnected) inner.destroy()
    else inner.end(`${codeOf(error)}\n`)
  })
  outer.once('connect', () => {
    isConnected = true
    inner.write('\n')
    const directions = [pipeline(inner, outer), pipeline(outer, inner)]
    for (const direction of directions) direction.catch(() => inner.destroy())
  })
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code).slice(0, 100) : 'ECONNRESET'
}

type Place = { readonly directory: FileHandle; readonly privateFolder: string; readonly isForAll: boolean }

async function listen(server: Server, { directory, privateFolder, isForAll }: Place): Promise<void> {
  // The path of a socket has at most 107 bytes; through the open folder it is short.
  const place = process.platform === 'linux' ? `/proc/self/fd/${directory.fd}` : privateFolder
  const path = join(place, RELAY_SOCKET)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ path, readableAll: isForAll, writableAll: isForAll }, resolve)
  await promise
}
