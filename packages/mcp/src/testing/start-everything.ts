import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { StartedServer } from './start-server.ts'

/**
 * Starts the protocol's reference server as a separate process, over streamable HTTP or the transport of
 * 2024.
 */
export async function startEverything(
  transport: 'streamableHttp' | 'sse',
  samePort?: number,
): Promise<StartedServer> {
  const port = samePort ?? (await freePort())
  const entry = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'))
  const child = spawn(process.execPath, [entry, transport], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    const onData = (data: Buffer) => {
      if (/listening|running on port/i.test(data.toString())) resolve()
    }
    child.stderr.on('data', onData)
    child.stdout.on('data', onData)
    child.once('exit', (code) => reject(new Error(`the reference server ended with ${code}`)))
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}
