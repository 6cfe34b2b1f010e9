import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { confine, detectIsolation } from './isolation.ts'

const tempRoot = mkdtempSync(join(tmpdir(), 'parley-isolation-test-'))
const isolation = detectIsolation(tempRoot)
const hasNamespaces = isolation.mode === 'namespaces'
afterAll(() => rm(tempRoot, { recursive: true, force: true }))

/** Runs JavaScript in a confined Node and returns what it printed as JSON. */
async function runConfined(script: string, { isolation: given = isolation } = {}) {
  const privateFolder = await mkdtemp(join(tempRoot, 'child-'))
  if (given.userId !== null) spawnSync('chown', [String(given.userId), privateFolder])
  const program = [process.execPath, '-e', script]
  const [command = '', ...args] = confine({ isolation: given, program, privateFolder }).command
  const { stdout, stderr } = spawnSync(command, args, {
    cwd: privateFolder,
    env: { NODE_ENV: 'test' },
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(stderr)
  return { output: JSON.parse(stdout), privateFolder }
}

const STATUS = `
const status = require('fs').readFileSync('/proc/self/status', 'utf8')
const line = (name) => new RegExp('^' + name + ':\\\\s*(.*)$', 'm').exec(status)[1].trim()
console.log(JSON.stringify({ noNewPrivs: line('NoNewPrivs'), bounding: line('CapBnd'), uid: process.getuid() }))`

const MODES = hasNamespaces ? (['namespaces', 'privileges'] as const) : (['privileges'] as const)

test.runIf(isolation.mode !== 'none').each(MODES)(
  'a child gains no privileges in the mode %s',
  async (mode) => {
    const { output } = await runConfined(STATUS, { isolation: { ...isolation, mode, userId: null } })
    expect(output).toMatchObject({ noNewPrivs: '1' })
  },
)

test.runIf(hasNamespaces)(
  'a child in namespaces sees only its folder and the code, and no network',
  async () => {
    await mkdir(join(tempRoot, 'data'))
    await writeFile(join(tempRoot, 'data', 'secret'), 'of another owner')
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const script = `
    const fs = require('fs')
    fs.writeFileSync('own', 'written')
    const tries = ['/etc/passwd', ${JSON.stringify(join(tempRoot, 'data', 'secret'))}]
    const seen = tries.filter((path) => fs.existsSync(path))
    const writable = ['/x', '/usr/x', '/proc/x', '/tmp/x', ${JSON.stringify(join(process.cwd(), 'packages', 'x'))}]
      .filter((path) => { try { fs.writeFileSync(path, ''); return true } catch { return false } })
    const processes = fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))
    require('net').connect(${port}, '127.0.0.1')
      .on('connect', () => done('connected')).on('error', (error) => done(error.code))
    function done(network) { console.log(JSON.stringify({ seen, writable, processes, network })); process.exit() }`
    const { output, privateFolder } = await runConfined(script)
    expect(output).toMatchObject({ seen: [], writable: [], processes: ['1'] })
    expect(output.network).not.toBe('connected')
    expect(await readFile(join(privateFolder, 'own'), 'utf8')).toBe('written')
    server.close()
  },
)

test('reports what is missing when no mode works', async () => {
  const { execPath } = process
  process.execPath = join(tempRoot, 'no-node-here')
  try {
    const found = detectIsolation(tempRoot)
    expect(found).toMatchObject({ mode: 'none', userId: null })
    expect(found.gaps).toEqual(
      expect.arrayContaining([expect.stringMatching(/network/), expect.stringMatching(/privileges/)]),
    )
  } finally {
    process.execPath = execPath
  }
  expect((await readdir(tempRoot)).filter((name) => name.startsWith('probe-'))).toEqual([])
})
