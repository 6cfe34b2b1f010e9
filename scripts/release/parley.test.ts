import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let place: string
let release: string

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'parley-release-'))
  release = path.join(place, 'release')
  for (const folder of ['bin', 'scripts']) mkdirSync(path.join(release, folder), { recursive: true })
  copyFileSync(path.join(import.meta.dirname, 'parley.sh'), path.join(release, 'parley'))
  chmodSync(path.join(release, 'parley'), 0o755)
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

function writeNode(script: string): void {
  writeFileSync(path.join(release, 'bin/node'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: place, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('says which glibc is needed where the Node.js of the release cannot run', () => {
  writeNode(`echo "node: /lib/libc.so.6: version \\\`GLIBC_2.28' not found" >&2; exit 1`)
  const { status, stdout, stderr } = run(path.join(release, 'parley'), 'start')
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toBe(
    'Parley needs Linux with glibc 2.28 or newer on the processor that this release was made for.\n',
  )
})

test('says so too on another processor, where the shell cannot run it at all', () => {
  writeFileSync(path.join(release, 'bin/node'), '\x7fELF of another machine', { mode: 0o755 })
  expect(run(path.join(release, 'parley'), 'start').stderr).toContain('glibc 2.28 or newer')
})

test('runs the command of the release with the Node.js beside it, also through a link', () => {
  writeNode('echo "$@"')
  symlinkSync(path.join(release, 'parley'), path.join(place, 'link'))
  const { status, stdout } = run(path.join(place, 'link'), 'backup', 'a folder')
  const program = path.join(release, 'scripts/parley.mjs')
  expect([status, stdout]).toEqual([0, `--disable-warning=ExperimentalWarning ${program} backup a folder\n`])
})
