import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

// Does nothing else than wait for the end of a server that has ended already.
const STARTER = `
import { spawnServer } from ${JSON.stringify(path.join(import.meta.dirname, 'spawn-server.mjs'))}
const folder = process.argv[1]
const server = spawnServer({ folder, cluster: folder, binaries: folder }, { port: 1, isDurable: false })
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
console.log(await server.lastWords())
`

test('a start waits for the last words of a server that ended before it looked', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-postgres-'))
  await mkdir(path.join(folder, 'bin'))
  await writeFile(path.join(folder, 'bin/postgres'), '#!/bin/sh\necho "lock file exists" >&2\nexit 1\n', {
    mode: 0o755,
  })
  const args = ['--input-type=module', '--eval', STARTER, folder]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toBe('lock file exists\n')
  await rm(folder, { recursive: true })
})
