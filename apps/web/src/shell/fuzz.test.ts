import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useTestDatabase } from '@parley/db/testing'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { runFuzz } from '../testing/fuzz/run-fuzz.ts'
import { createClient } from '../testing/service-client.ts'

const REQUESTS = 800
const database = useTestDatabase()
// A repeated test finds the database of the first one, which knows its key.
const masterKey = randomBytes(32).toString('base64')

// The same with many more requests: pnpm bench fuzz
test('hostile input to every operation and door ends no process, causes no 500 and delays no other user', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-fuzz-'))
  const port = await freePort()
  let log = ''
  const engine = join(import.meta.dirname, '../testing/engine-service.ts')
  // Bodies that are cut off wait for this limit.
  const service = spawn(process.execPath, [engine, '--short-bodies'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: database.url,
      PARLEY_DATA_DIR: folder,
      PARLEY_MASTER_KEY: masterKey,
      PARLEY_LOG_LEVEL: 'error',
    },
  })
  service.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const exited = once(service, 'exit')
  try {
    const isStarted = await Promise.race([once(service.stdout, 'data'), exited.then(() => false)])
    expect(isStarted, log).not.toBe(false)
    const origin = `http://127.0.0.1:${port}`
    const [token, otherToken, spareToken] = [await signIn(origin), await signIn(origin), await signIn(origin)]
    const plan = {
      origin,
      pid: service.pid ?? 0,
      token,
      otherToken,
      spareToken,
      from: 0,
      count: REQUESTS,
      concurrency: 8,
    }
    const report = await runFuzz(plan)
    expect({ faults: report.faults, log }).toEqual({ faults: [], log: '' })
    expect(service.exitCode).toBe(null)
    expect(report.health.failures).toBe(0)
    // This limit detects a freeze. The benchmark gives the figure, which was 270 on a busy machine.
    expect(report.health.longestBlockedMs).toBeLessThanOrEqual(1000)
    expect(report.other.failures).toEqual([])
    expect(report.other.calls).toBeGreaterThan(0)
    // Guards against a run that tries nothing: some input is valid, some is refused.
    expect(report.replies['200']).toBeGreaterThan(0)
    expect(report.replies['400']).toBeGreaterThan(0)
  } finally {
    service.kill('SIGTERM')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
}, 360_000)

async function signIn(origin: string): Promise<string> {
  const account = privateKeyToAccount(generatePrivateKey())
  const { call } = createClient(origin)
  const { nonce } = await call('GET', `/auth/challenge?wallet=${account.address}`)
  const signature = await account.signMessage({ message: nonce })
  return (await call('POST', '/auth/verify', { body: { wallet: account.address, signature } })).access_token
}
