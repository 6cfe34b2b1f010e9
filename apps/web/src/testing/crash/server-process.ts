import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ServerPlan } from './server.ts'

const SERVER = join(import.meta.dirname, 'server.ts')

export type Server = { readonly process: ChildProcess; readonly origin: string; readonly startMs: number }

/** Starts a process of server.ts and waits until it listens. */
export async function startServer(plan: ServerPlan): Promise<Server> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [SERVER, JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'parley-compile-cache'), ...process.env },
  })
  const lines = createInterface({ input: child.stdout })
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The server ended with ${code}.`))),
  ])
  const { port } = JSON.parse(line)
  return { process: child, origin: `http://127.0.0.1:${port}`, startMs: performance.now() - startedAt }
}

/** Sends a signal and returns the exit code; null when the signal itself ended the process. */
export async function endServer(
  { process: child }: Pick<Server, 'process'>,
  signal: NodeJS.Signals,
): Promise<number | null> {
  const exit = once(child, 'exit')
  child.kill(signal)
  const [code] = await exit
  return code
}
