import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { confine, detectIsolation, type Isolation } from './isolation.ts'

const tempRoot = mkdtempSync(join(tmpdir(), 'parley-isolation-test-'))
const isolation = await detectIsolation(tempRoot)
const hasNamespaces = isolation.mode === 'namespaces'
afterAll(() => rm(tempRoot, { recursive: true, force: true }))

/** Runs JavaScript in a confined Node and returns what it printed as JSON. */
async function runConfined(script: string, { isolation: given = isolation, prefix = 'child-' } = {}) {
  const privateFolder = await mkdtemp(join(tempRoot, prefix))
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

/** What a child finds: files of others, places to write, processes, and a server of this machine. */
async function look(given: Isolation) {
  const data = join(tempRoot, 'data')
  await mkdir(data, { recursive: true })
  await writeFile(join(data, 'secret'), 'of another owner')
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const script = `
    const fs = require('fs')
    const can = (attempt) => { try { attempt(); return true } catch { return false } }
    fs.writeFileSync('own', 'written')
    const code = ${JSON.stringify(join(process.cwd(), 'packages'))}
    const readable = ['/etc/passwd', '/proc/${process.pid}/environ', ${JSON.stringify(join(data, 'secret'))}]
      .filter((path) => can(() => fs.readFileSync(path)))
    const listed = ['/etc', '/home', '/tmp', ${JSON.stringify(data)}, ${JSON.stringify(tempRoot)}]
      .filter((path) => can(() => fs.readdirSync(path)))
    const writable = ['/x', '/usr/x', '/proc/x', '/tmp/x', ${JSON.stringify(join(data, 'x'))}, code + '/x']
      .filter((path) => can(() => fs.writeFileSync(path, '')))
    const signals = can(() => process.kill(${process.pid}, 0))
    const socket = require('net').connect(${port}, '127.0.0.1')
    socket.on('connect', () => done('connected')).on('error', (error) => done(error.code))
    function done(network) {
      console.log(JSON.stringify({ readable, listed, writable, signals, network }))
      process.exit()
    }`
  try {
    const { output, privateFolder } = await runConfined(script, { isolation: given })
    expect(await readFile(join(privateFolder, 'own'), 'utf8')).toBe('written')
    return output
  } finally {
    server.close()
  }
}

const NOTHING = { readable: [], listed: [], writable: [], signals: false }

test.runIf(hasNamespaces).each([
  ['and filters', isolation],
  ['alone', { ...isolation, hasCallFilter: false, hasLandlock: false }],
])('a child in namespaces %s finds only its folder and the code, and no network', async (_name, given) => {
  const { network, ...found } = await look(given)
  expect(found).toEqual({ ...NOTHING, listed: expect.not.arrayContaining(['/etc', tempRoot]) })
  expect(network).not.toBe('connected')
})

test.runIf(hasNamespaces)(
  'a child in namespaces works in a folder whose name has spaces and signs',
  async () => {
    const script = `console.log(JSON.stringify({ here: require('fs').readdirSync('.'), sandbox: require('fs').readdirSync('/sandbox') }))`
    const { output } = await runConfined(script, { prefix: 'of "one"\\two\t\n # ' })
    expect(output).toEqual({ here: ['root'], sandbox: ['root'] })
  },
)

test.runIf(isolation.hasLandlock)(
  'a child behind Landlock and the filter finds no file of others, no process and no network, without namespaces',
  async () => {
    const { network, ...found } = await look({ ...isolation, mode: 'privileges', userId: null })
    expect(found).toEqual(NOTHING)
    expect(network).toBe('EPERM')
  },
)

test('reports what is missing when no mode works', async () => {
  const { execPath } = process
  process.execPath = join(tempRoot, 'no-node-here')
  try {
    const found = await detectIsolation(tempRoot)
    expect(found).toMatchObject({ mode: 'none', userId: null })
    expect(found.gaps).toEqual(
      expect.arrayContaining([expect.stringMatching(/files/), expect.stringMatching(/privileges/)]),
    )
  } finally {
    process.execPath = execPath
  }
  expect((await readdir(tempRoot)).filter((name) => name.startsWith('probe-'))).toEqual([])
})
