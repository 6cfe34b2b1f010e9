import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadMasterKeys } from './master-keys.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-keys-'))
  file = join(folder, 'data/master.key')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const newKey = () => randomBytes(32).toString('base64')

test('the first start creates a key that only its owner may read, and later starts find it', () => {
  const [made] = loadMasterKeys(null, file)
  expect(made).toHaveLength(32)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(loadMasterKeys(null, file)).toEqual([made])
})

test('a key file that other users may read is refused', () => {
  loadMasterKeys(null, file)
  chmodSync(file, 0o640)
  expect(() => loadMasterKeys(null, file)).toThrow(`chmod 600`)
})

test('configured keys come first, the current one in front, and no file is created', () => {
  const [current, former] = [newKey(), newKey()]
  const keys = loadMasterKeys(`${current}, ${former}`, file)
  expect(keys.map((key) => Buffer.from(key).toString('base64'))).toEqual([current, former])
  expect(() => readFileSync(file)).toThrow('ENOENT')
})

test.each(['', 'short', 'c2hvcnQ=', `${Buffer.alloc(31).toString('base64')}`])(
  'refuses the key %j with the command that creates one',
  (key) => {
    expect(() => loadMasterKeys(key, file)).toThrow(/openssl rand -base64 32/)
    expect(() => readFileSync(file)).toThrow('ENOENT')
  },
)
