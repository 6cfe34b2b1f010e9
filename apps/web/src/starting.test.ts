import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A port that is free a moment later too, in all likelihood. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('a service whose database is away lives, is not ready, and waits', async () => {
  const [port, nowhere] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: `postgresql://parley@127.0.0.1:${nowhere}/parley`,
      PARLEY_LOG_LEVEL: 'warn',
    },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
  try {
    await expect.poll(async () => (await get('/healthz'))?.status, { timeout: 30_000 }).toBe(200)
    const ready = await get('/readyz')
    expect(ready?.status).toBe(503)
    expect(await ready?.json()).toMatchObject({
      status: 'unavailable',
      message: expect.stringContaining('database'),
    })
    const call = await get('/api/persona')
    expect(call?.status).toBe(503)
    expect(Number(call?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await call?.json()).toMatchObject({
      status: 'error',
      message: expect.stringContaining('starting'),
    })
    await expect
      .poll(() => output.match(/waiting for the database/g)?.length ?? 0, { timeout: 10_000 })
      .toBeGreaterThan(1)
    expect(child.exitCode).toBe(null)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
})
