import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkMachines } from './check-machines.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-machines-'))
  mkdirSync(path.join(folder, 'lib'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The beginning of a program for a processor. */
function writeElf(name: string, machine: number): void {
  const header = Buffer.alloc(64)
  header.write('\x7fELF', 'latin1')
  header.writeUInt16LE(machine, 18)
  writeFileSync(path.join(folder, name), header)
}

test('counts the programs and libraries for the processor of a release', () => {
  writeElf('node', 183)
  writeElf('lib/duckdb.so', 183)
  writeFileSync(path.join(folder, 'empty'), '')
  writeFileSync(path.join(folder, 'parley'), '#!/bin/sh\necho "no ELF file, and long enough for a header"\n')
  symlinkSync('missing', path.join(folder, 'link'))
  symlinkSync('lib', path.join(folder, 'linked'))
  expect(checkMachines(folder, 'arm64')).toBe(2)
})

test('names a library that is for another processor', () => {
  writeElf('node', 183)
  writeElf('lib/duckdb.so', 62)
  expect(() => checkMachines(folder, 'arm64')).toThrow(
    'lib/duckdb.so is not for arm64: its ELF machine is 62.',
  )
})
