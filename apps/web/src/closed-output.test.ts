import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useTestDatabase } from '@parley/db/testing'
import { expect, test } from 'vitest'
import { freePort } from './testing/free-port.ts'

const database = useTestDatabase()

test('a service whose log has lost its reader answers, and stops when it is asked to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-output-'))
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: database.url,
      PARLEY_DATA_DIR: folder,
      PARLEY_LOG_LEVEL: 'info',
    },
  })
  const exited = once(child, 'exit')
  const get = (path: string, headers = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers }).catch(() => null)
  try {
    await expect.poll(async () => (await get('/readyz'))?.status, { timeout: 90_000 }).toBe(200)
    for (const stream of [child.stdout, child.stderr]) stream.destroy()
    // The sign-in library complains of this cookie on standard error. One line alone would not become an exception.
    const cookie = 'next-auth.callback-url=javascript:alert(1)'
    for (let round = 0; round < 4; round++) {
      const replies = await Promise.all(Array.from({ length: 60 }, () => get('/api/auth/csrf', { cookie })))
      expect(replies.map((reply) => reply?.status)).toEqual(Array(60).fill(400))
    }
    expect((await get('/readyz'))?.status).toBe(200)
  } finally {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 30_000)
    const [code, signal] = await exited
    clearTimeout(timer)
    expect([code, signal]).toEqual([0, null])
    await rm(folder, { recursive: true, force: true })
  }
})
