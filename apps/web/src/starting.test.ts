import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useTestDatabase } from '@parley/db/testing'
import { expect, test } from 'vitest'
import { freePort } from './testing/free-port.ts'

const database = useTestDatabase()

test('a service whose database is away lives, is not ready, and waits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-start-'))
  const [port, nowhere] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: `postgresql://parley@127.0.0.1:${nowhere}/parley`,
      PARLEY_DATA_DIR: folder,
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
    await rm(folder, { recursive: true, force: true })
  }
})

/** Opens a proxy to the database that breaks the first connections of the service's pool, after the migrations. */
async function openBrokenWay(target: URL, breaks: number) {
  let broken = 0
  const sockets = new Set<Socket>()
  const way = createServer((client) => {
    sockets.add(client.on('error', () => {}))
    client.once('data', (startup) => {
      if (startup.includes('application_name') && broken < breaks) {
        broken++
        return client.destroy()
      }
      const server = connect(Number(target.port), target.hostname)
      sockets.add(server.on('error', () => client.destroy()))
      server.write(startup)
      client.pipe(server).pipe(client)
    })
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  const url = new URL(target)
  url.port = String((way.address() as AddressInfo).port)
  const close = () => {
    for (const socket of sockets) socket.destroy()
    way.close()
  }
  return { url: url.href, countBroken: () => broken, close }
}

test('a service whose database goes away between the migrations and its first statements waits for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-start-'))
  const way = await openBrokenWay(new URL(database.url), 2)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'testing/engine-service.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(await freePort()),
      DATABASE_URL: way.url,
      PARLEY_DATA_DIR: folder,
      PARLEY_LOG_LEVEL: 'warn',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  try {
    await expect.poll(() => output, { timeout: 30_000 }).toContain('The engine listens')
    expect(output).toContain('waiting for the database')
    expect(way.countBroken()).toBe(2)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    way.close()
    await rm(folder, { recursive: true, force: true })
  }
})
