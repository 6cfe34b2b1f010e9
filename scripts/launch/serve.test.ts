import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { readProcess } from '../read-process.mjs'
import { type Launched, launch } from './fixtures/launched.ts'

let dataDirectory: string
let launched: Launched[]

beforeEach(() => {
  dataDirectory = path.join(tmpdir(), `parley-launch-${process.pid}-${Math.random().toString(36).slice(2)}`)
  launched = []
})

afterEach(async () => {
  for (const { process: child, exitCode } of launched) {
    child.kill('SIGTERM')
    await exitCode
  }
  rmSync(dataDirectory, { recursive: true, force: true })
})

function start(env?: NodeJS.ProcessEnv): Launched {
  const started = launch(dataDirectory, env)
  launched.push(started)
  return started
}

function databasePid(): number {
  return Number.parseInt(
    readFileSync(path.join(dataDirectory, 'postgres/cluster/postmaster.pid'), 'utf8'),
    10,
  )
}

async function serverPid(started: Launched): Promise<number> {
  return Number((await started.waitFor(/^process (\d+)$/m))[1])
}

async function visit(started: Launched): Promise<unknown> {
  const [, address] = await started.waitFor(/^Parley listens on (\S+)$/m)
  const response = await fetch(String(address))
  return response.json()
}

describe('a start', () => {
  test('prints the address and the next step', async () => {
    const started = start()
    const [, address] = await started.waitFor(/^Parley listens on (http\S+)$/m)
    const [, next] = await started.waitFor(/^Next: open (\S+) in a browser/m)
    expect(next).toBe(address)
    const [, command] = await started.waitFor(/`(.*node scripts\/quickstart\.mjs)`/)
    expect(command).toBe(`PARLEY_ORIGIN=${address} node scripts/quickstart.mjs`)
  })

  test('bounds the memory that the server keeps for new objects and for its threads, and lets it keep its compiled code while idle', async () => {
    const started = start()
    const [, flags] = await started.waitFor(/^flags (.*)$/m)
    expect(flags).toBe('--max-semi-space-size=16 --no-memory-reducer --heap-growing-percent=100')
    const [, arenas] = await started.waitFor(/^arenas (.*)$/m)
    expect(arenas).toBe('2')
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends on %s, the server before the database',
    async (signal) => {
      const started = start()
      const server = await serverPid(started)
      await visit(started)
      const database = databasePid()
      expect(readProcess(server)).toBeDefined()
      expect(readProcess(database)).toBeDefined()

      started.process.kill(signal)
      started.process.kill(signal)

      expect(await started.exitCode).toBe(0)
      expect(started.output()).toContain('finished its work')
      expect(readProcess(server)).toBeUndefined()
      expect(readProcess(database)).toBeUndefined()
    },
  )

  test('keeps the modules that Node compiled in the data directory', async () => {
    const started = start()
    await visit(started)
    started.process.kill('SIGTERM')
    expect(await started.exitCode).toBe(0)
    expect(readdirSync(path.join(dataDirectory, 'compile-cache'))).toHaveLength(1)
  })

  test('ends with a server that fails, and stops the database', async () => {
    const started = start({ FAIL_WITH: '7' })
    expect(await started.exitCode).toBe(7)
    expect(started.output()).toContain('The server stopped by itself (exit code 7).')
    const next = start()
    expect(await visit(next)).toEqual({ visits: 1 })
    expect(next.output()).not.toContain('took over')
  })

  test('restarts a server that ended by itself, reports it, and ends when it is asked to', async () => {
    const started = start()
    const first = await serverPid(started)
    await visit(started)
    const [, address] = await started.waitFor(/^Parley listens on (\S+)$/m)
    await fetch(`${address}/end`).catch(() => null)
    await started.waitFor(/The server stopped by itself \(exit code 3\)\. Starting it again in 1 s/)
    const [, second, again] = await started.waitFor(
      /Starting it again in 1 s[\s\S]*^process (\d+)$[\s\S]*^Parley listens on (\S+)$/m,
    )
    expect(Number(second)).not.toBe(first)
    expect(await (await fetch(String(again))).json()).toEqual({ visits: 2 })

    started.process.kill('SIGTERM')
    expect(await started.exitCode).toBe(0)
    expect(readProcess(Number(second))).toBeUndefined()
  })

  test('ends at once when it is asked to stop before a restart', async () => {
    const started = start()
    const [, address] = await started.waitFor(/^Parley listens on (\S+)$/m)
    await fetch(`${address}/end`).catch(() => null)
    await started.waitFor(/Starting it again/)
    started.process.kill('SIGTERM')
    expect(await started.exitCode).toBe(0)
    expect(started.output().match(/^process /gm)).toHaveLength(1)
  })

  test('with DATABASE_URL starts no database', async () => {
    const started = start({ DATABASE_URL: inject('postgresUrl') })
    await visit(started)
    expect(started.output()).toContain('Using the database of DATABASE_URL.')
    expect(databasePid).toThrow('ENOENT')
  })
})

describe('a second start', () => {
  test('on the same data directory names the first one and ends', async () => {
    const first = start()
    await visit(first)
    const second = start()
    expect(await second.exitCode).toBe(1)
    expect(second.output()).toContain(
      `Another Parley, process ${first.process.pid}, is using the data directory`,
    )
    expect(await visit(first)).toEqual({ visits: 2 })
  })

  test('after the first has ended finds its data', async () => {
    const first = start()
    await visit(first)
    first.process.kill('SIGTERM')
    await first.exitCode
    // The first server recorded two visits: that of this test, and the work that it finished before it ended.
    expect(await visit(start())).toEqual({ visits: 3 })
  })
})

describe('after kill -9', () => {
  test('of the launcher, the next start ends its server and uses its database', async () => {
    const first = start()
    const server = await serverPid(first)
    await visit(first)
    const database = databasePid()
    first.process.kill('SIGKILL')
    await first.exitCode

    const second = start()
    expect(await visit(second)).toMatchObject({ visits: expect.any(Number) })
    expect(second.output()).toContain('took over the one that an earlier start left running')
    expect(readProcess(server)).toBeUndefined()
    expect(databasePid()).toBe(database)

    second.process.kill('SIGTERM')
    expect(await second.exitCode).toBe(0)
    expect(readProcess(database)).toBeUndefined()
  })

  test('of everything, the next start recovers what was committed', async () => {
    const first = start()
    const server = await serverPid(first)
    await visit(first)
    for (const pid of [Number(first.process.pid), server, databasePid()]) process.kill(pid, 'SIGKILL')
    await first.exitCode

    const second = start()
    expect(await visit(second)).toEqual({ visits: 2 })
    expect(second.output()).not.toContain('took over')
  })
})
