import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readProcess } from '../read-process.mjs'
import { serveAndRestart } from './serve-and-restart.mjs'

let root: string
let stop: AbortController
let done: Promise<void>

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'parley-dev-'))
  for (const folder of ['packages/core/src/agent', 'apps/web/src/console/features', 'apps/web/src/shell'])
    mkdirSync(path.join(root, folder), { recursive: true })
  writeFileSync(path.join(root, 'starts'), '')
  writeServer('setInterval(() => {}, 1000)')
  stop = new AbortController()
  done = serveAndRestart({
    root,
    entry: 'server.mjs',
    env: process.env,
    stop: { requested: stop.signal, insisted: new AbortController().signal, ignore: () => {} },
    recordFile: path.join(root, 'server.json'),
  })
})

afterEach(async () => {
  stop.abort()
  await done
  rmSync(root, { recursive: true, force: true })
})

/** A stand-in for the server that records its process at start. */
function writeServer(rest: string): void {
  const record = `import { appendFileSync } from 'node:fs'; appendFileSync('starts', process.pid + '\\n')`
  writeFileSync(path.join(root, 'server.mjs'), `${record}\n${rest}\n`)
}

function starts(): number[] {
  return readFileSync(path.join(root, 'starts'), 'utf8').split('\n').filter(Boolean).map(Number)
}

async function untilStarts(count: number): Promise<number[]> {
  await vi.waitFor(() => expect(starts()).toHaveLength(count), { timeout: 30_000 })
  return starts()
}

function change(file: string): void {
  appendFileSync(path.join(root, file), '\n')
}

test('restarts the server when a source of a package changes, and ends the old process', async () => {
  const [first] = await untilStarts(1)
  change('packages/core/src/agent/create-agent.ts')
  const [, second] = await untilStarts(2)
  expect(readProcess(Number(first))).toBeUndefined()
  expect(readProcess(Number(second))).toBeDefined()
})

test('leaves the server running when a page or a test changes', async () => {
  await untilStarts(1)
  change('apps/web/src/console/features/list.tsx')
  change('packages/core/src/agent/create-agent.test.ts')
  await sleep(300)
  expect(starts()).toHaveLength(1)
  change('apps/web/src/shell/create-shell.ts')
  await untilStarts(2)
})

test('starts a server that failed again at the next change', async () => {
  await untilStarts(1)
  writeServer("throw new Error('a mistake')")
  change('packages/core/src/a.ts')
  const [, failed] = await untilStarts(2)
  await vi.waitFor(() => expect(readProcess(Number(failed))).toBeUndefined(), { timeout: 30_000 })
  writeServer('setInterval(() => {}, 1000)')
  change('packages/core/src/a.ts')
  const [, , third] = await untilStarts(3)
  expect(readProcess(Number(third))).toBeDefined()
})
