import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeDataDirectory } from './make-data-directory.mjs'

const ROOT = 0

let parent: string
let directory: string

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'parley-data-directory-'))
  directory = path.join(parent, 'data')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(parent, { recursive: true, force: true })
})

const modeOf = (folder: string) => statSync(folder).mode & 0o7777

/** Makes the test's folder belong to an account other than root, and lets the function run as that account. */
function leaveRoot(): void {
  const uid = process.getuid?.() || 1000
  if (process.getuid?.() === ROOT) chownSync(existsSync(directory) ? directory : parent, uid, -1)
  vi.spyOn(process, 'getuid').mockReturnValue(uid)
}

function fill(mode: number): void {
  mkdirSync(directory)
  writeFileSync(path.join(directory, 'lock'), '')
  chmodSync(directory, mode)
}

test('a new data folder is open to its account alone, and as root for others to enter', () => {
  leaveRoot()
  makeDataDirectory(directory)
  expect(modeOf(directory)).toBe(0o700)
  vi.spyOn(process, 'getuid').mockReturnValue(ROOT)
  makeDataDirectory(path.join(parent, 'other'))
  expect(modeOf(path.join(parent, 'other'))).toBe(0o711)
})

test.runIf(process.getuid?.() === ROOT)('takes away as root what lets others read or write', () => {
  fill(0o2757)
  makeDataDirectory(directory)
  expect(modeOf(directory)).toBe(0o2751)
})

test('takes the rights of others away, and leaves those of the group', () => {
  fill(0o2775)
  leaveRoot()
  makeDataDirectory(directory)
  expect(modeOf(directory)).toBe(0o2770)
})

test("leaves the rights of another account's folder as they are", () => {
  fill(0o755)
  vi.spyOn(process, 'getuid').mockReturnValue(statSync(directory).uid + 1)
  makeDataDirectory(directory)
  expect(modeOf(directory)).toBe(0o755)
})
