import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { whenChanged } from './stamp.mjs'

let folder: string
let runs: number

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-stamp-'))
  runs = 0
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

async function work() {
  runs++
}

test('work is repeated only when an input has changed or its result was deleted', async () => {
  const file = path.join(folder, 'made/stamp')
  await whenChanged(file, ['a', 'b'], work)
  await whenChanged(file, ['a', 'b'], work)
  expect(runs).toBe(1)
  await whenChanged(file, ['a', 'c'], work)
  expect(runs).toBe(2)
  rmSync(path.dirname(file), { recursive: true })
  await whenChanged(file, ['a', 'c'], work)
  expect(runs).toBe(3)
})

test('failed work is repeated', async () => {
  const file = path.join(folder, 'stamp')
  const failing = whenChanged(file, ['a'], () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  await whenChanged(file, ['a'], work)
  expect(runs).toBe(1)
})
