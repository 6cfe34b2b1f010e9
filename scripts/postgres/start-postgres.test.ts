import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readProcess } from '../read-process.mjs'
import { startPostgres } from './start-postgres.mjs'

const isRoot = process.getuid?.() === 0

let parent: string
let dataDirectory: string

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'parley-postgres-'))
  chmodSync(parent, 0o755)
  dataDirectory = path.join(parent, 'data')
})

afterEach(() => {
  rmSync(parent, { recursive: true, force: true })
})

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

describe('a started database', () => {
  test('keeps its rows, listens on the loopback address alone and writes to the disk', async () => {
    const first = await startPostgres({ dataDirectory })
    await ask(first.url, 'CREATE TABLE t AS SELECT 42 AS answer')
    expect(await ask(first.url, "SELECT current_setting('listen_addresses')")).toEqual(['127.0.0.1'])
    expect(await ask(first.url, "SELECT current_setting('unix_socket_directories')")).toEqual([''])
    expect(await ask(first.url, "SELECT current_setting('fsync')")).toEqual(['on'])
    await first.stop()
    expect(readProcess(first.pid)).toBeUndefined()

    const second = await startPostgres({ dataDirectory })
    expect(await ask(second.url, 'SELECT answer FROM t')).toEqual([42])
    expect(second.isAttached).toBe(false)
    await second.stop()
  })

  test('accepts only connections with the password of its password file', async () => {
    const { url, folder, stop } = await startPostgres({ dataDirectory, isDurable: false })
    const password = readFileSync(path.join(folder, 'password'), 'utf8')
    expect(new URL(url).password).toBe(password)
    expect(password.length).toBeGreaterThanOrEqual(32)
    expect(statSync(path.join(folder, 'password')).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)

    const guessed = new URL(url)
    guessed.password = 'guess'
    await expect(ask(guessed.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
    await stop()
  })

  test('records its port and uses it again at the next start', async () => {
    const first = await startPostgres({ dataDirectory, isDurable: false })
    const { port } = new URL(first.url)
    expect(readFileSync(path.join(first.folder, 'port'), 'utf8')).toBe(`${port}\n`)
    await first.stop()
    const second = await startPostgres({ dataDirectory, isDurable: false })
    expect(new URL(second.url).port).toBe(port)
    await second.stop()
  })

  test('holds its directory until it is stopped', async () => {
    const { stop } = await startPostgres({ dataDirectory, isDurable: false })
    await expect(startPostgres({ dataDirectory })).rejects.toThrow(`Another Parley, process ${process.pid}`)
    await stop()
    const again = await startPostgres({ dataDirectory, isDurable: false })
    await again.stop()
  })
})

describe('after an earlier start', () => {
  let bystander: ChildProcess

  beforeEach(() => {
    bystander = spawn('sleep', ['60'], { stdio: 'ignore' })
  })

  afterEach(() => {
    bystander.kill()
  })

  test('starts although postmaster.pid names a process of another program', async () => {
    const first = await startPostgres({ dataDirectory, isDurable: false })
    await first.stop()
    const cluster = path.join(first.folder, 'cluster')
    writeFileSync(
      path.join(cluster, 'postmaster.pid'),
      `${bystander.pid}\n${cluster}\n1\n5432\n\n\n\nready\n`,
    )

    const second = await startPostgres({ dataDirectory, isDurable: false })
    expect(await ask(second.url, 'SELECT 1')).toEqual([1])
    expect(readProcess(Number(bystander.pid))).toBeDefined()
    await second.stop()
  })

  test('takes the lock of a process that has ended, also when another process now has its number', async () => {
    mkdirSync(dataDirectory, { mode: 0o755 })
    const lock = path.join(dataDirectory, 'lock')
    writeFileSync(lock, JSON.stringify({ pid: bystander.pid, startedAt: 'another time' }))
    const { stop } = await startPostgres({ dataDirectory, isDurable: false })
    await stop()
    expect(existsSync(lock)).toBe(false)
  })

  test('creates the cluster again when an earlier creation was interrupted', async () => {
    const draft = path.join(dataDirectory, 'postgres/cluster.new')
    mkdirSync(draft, { recursive: true, mode: 0o755 })
    writeFileSync(path.join(draft, 'PG_VERSION'), '18')
    const { url, stop } = await startPostgres({ dataDirectory, isDurable: false })
    expect(await ask(url, 'SELECT 1')).toEqual([1])
    await stop()
  })

  test('refuses to start without its password file and keeps the cluster', async () => {
    const { folder, stop } = await startPostgres({ dataDirectory, isDurable: false })
    await stop()
    rmSync(path.join(folder, 'password'))
    await expect(startPostgres({ dataDirectory })).rejects.toThrow('The password of the database is missing')
    expect(existsSync(path.join(folder, 'cluster/PG_VERSION'))).toBe(true)
  })
})

// Another user than root runs the server itself and needs no other folder.
describe.runIf(isRoot)('as root', () => {
  test('runs the server under another account', async () => {
    const { pid, stop } = await startPostgres({ dataDirectory, isDurable: false })
    expect(statSync(`/proc/${pid}`).uid).not.toBe(0)
    await stop()
  })

  test('lets the server account enter an empty data directory, and nothing more', async () => {
    mkdirSync(dataDirectory, { mode: 0o700 })
    const { folder, stop } = await startPostgres({ dataDirectory, isDurable: false })
    await stop()
    expect(folder).toBe(path.join(dataDirectory, 'postgres'))
    expect(statSync(dataDirectory).mode & 0o777).toBe(0o711)
  })

  test('puts the database into another folder when no other account can enter this one, and finds it again', async () => {
    chmodSync(parent, 0o700)
    const said: string[] = []
    const start = () => startPostgres({ dataDirectory, isDurable: false, say: (line) => said.push(line) })
    const first = await start()
    try {
      await ask(first.url, 'CREATE TABLE t AS SELECT 42 AS answer')
      await first.stop()
      expect(said).toEqual([
        expect.stringMatching(/who cannot enter .*, so the database lies in \/var\/lib\/parley\//),
      ])
      expect(first.folder).toMatch(/^\/var\/lib\/parley\//)

      const second = await start()
      expect(second.folder).toBe(first.folder)
      expect(await ask(second.url, 'SELECT answer FROM t')).toEqual([42])
      await second.stop()
    } finally {
      rmSync(first.folder, { recursive: true, force: true })
    }
  })

  test('does not replace a database that its account can no longer reach', async () => {
    const { folder, stop } = await startPostgres({ dataDirectory, isDurable: false })
    await stop()
    chmodSync(parent, 0o700)
    await expect(startPostgres({ dataDirectory })).rejects.toThrow('can no longer enter that folder')
    expect(existsSync(path.join(folder, 'cluster/PG_VERSION'))).toBe(true)
    expect(existsSync(path.join(dataDirectory, 'postgres-location'))).toBe(false)
  })
})
