import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readProcess } from '../read-process.mjs'
import { runChild } from './run-child.mjs'

let directory: string

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'parley-child-'))
})

afterAll(() => {
  rmSync(directory, { recursive: true })
})

function run(script: string, stopRequested = new AbortController().signal) {
  return runChild({ command: 'sh', args: ['-c', script], directory, env: process.env, stopRequested })
}

test('returns the exit code and all output', async () => {
  expect(await run('echo out; echo err >&2; exit 3')).toEqual({ code: 3, output: 'out\nerr\n' })
})

test('reports a program that does not exist', async () => {
  const stopRequested = new AbortController().signal
  const missing = { command: 'no-such-program', args: [], directory, env: process.env, stopRequested }
  await expect(runChild(missing)).rejects.toThrow('no-such-program cannot be run')
})

test('a stop ends it and all processes that it has started', async () => {
  const stop = new AbortController()
  const running = run('sleep 60 & echo $! > grandchild; wait', stop.signal)
  const grandchild = await expect
    .poll(() => readIfThere(path.join(directory, 'grandchild')))
    .toMatch(/\d+\n/)
    .then(() => Number(readIfThere(path.join(directory, 'grandchild'))))
  stop.abort()
  await expect(running).rejects.toThrow('Stopped.')
  await expect.poll(() => readProcess(grandchild)).toBeUndefined()
})

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
