import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from './find-chromium.mjs'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-chromium-'))
  for (const name of ['my-chromium', 'google-chrome']) {
    writeFileSync(path.join(folder, name), '', { mode: 0o755 })
  }
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

function find(env: NodeJS.ProcessEnv): Promise<string> {
  const never = new AbortController().signal
  return findChromium({ root: folder, env, stop: { requested: never, insisted: never, ignore() {} } })
}

test('CHROMIUM_PATH is used first', async () => {
  const wanted = path.join(folder, 'my-chromium')
  expect(await find({ CHROMIUM_PATH: wanted, PATH: folder })).toBe(wanted)
})

test('a CHROMIUM_PATH that is not a program is an error', async () => {
  const wrong = find({ CHROMIUM_PATH: path.join(folder, 'missing'), PATH: folder })
  await expect(wrong).rejects.toThrow('which is not a program')
})

test('finds the Chromium of the system by one of its names', async () => {
  expect(await find({ PATH: `/nowhere:${folder}` })).toBe(path.join(folder, 'google-chrome'))
})

test('prefers the Chromium without windows', async () => {
  const both = mkdtempSync(path.join(tmpdir(), 'parley-chromium-'))
  for (const name of ['chromium', 'chromium-headless-shell']) {
    writeFileSync(path.join(both, name), '', { mode: 0o755 })
  }
  expect(await find({ PATH: both })).toBe(path.join(both, 'chromium-headless-shell'))
  rmSync(both, { recursive: true })
})
