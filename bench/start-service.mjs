import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { BUILT_SERVICE, SERVER_ALLOCATOR, SERVER_FLAGS } from '../scripts/launch/server-environment.mjs'
import { startPostgres } from '../scripts/postgres/start-postgres.mjs'

const root = path.join(import.meta.dirname, '..')
const { generatePrivateKey, privateKeyToAccount } = createRequire(
  path.join(root, 'packages/core/package.json'),
)('viem/accounts')

/**
 * @typedef {(method: string, path: string, sent?: { token?: string, body?: unknown }) => Promise<any>} Call
 * @typedef {{ origin: string, pid: number, postgresPid: number, databaseUrl: string, call: Call, signIn: () => Promise<string>, startMs: number, stop: () => Promise<void> }} Service
 * @typedef {{ env?: Record<string, string>, nodeOptions?: readonly string[], args?: readonly string[], release?: string, clone?: string }} StartOptions `release` is the folder of an unpacked archive, and `clone` one of another clone, which runs in place of this one
 */

/**
 * Starts the built service with its own database in a temporary folder.
 *
 * @param {StartOptions} [options]
 */
export function startService(options) {
  return start(BUILT_SERVICE, options)
}

/**
 * Starts the same service without the console. Its tools do nothing, unless `args` holds `--built-in-tools`. Needs no build.
 *
 * @param {StartOptions} [options]
 */
export function startEngine(options) {
  return start('apps/web/src/testing/engine-service.ts', options)
}

/** @param {string} entry @param {StartOptions} options @returns {Promise<Service>} */
async function start(entry, { env = {}, ...options } = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-bench-'))
  const postgres = await startPostgres({ dataDirectory: path.join(folder, 'data') })
  const port = await freePort()
  const [program = '', ...programArgs] = programOf(entry, options)
  const startedAt = performance.now()
  const server = spawn(program, programArgs, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: postgres.url,
      PARLEY_DATA_DIR: path.join(folder, 'data'),
      PARLEY_MASTER_KEY: randomBytes(32).toString('base64'),
      PARLEY_LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      ...{ ...SERVER_ALLOCATOR, ...env },
    },
  })
  await firstLine(server, (line) => line.includes('listens on'))
  const startMs = performance.now() - startedAt
  const origin = `http://127.0.0.1:${port}`

  /** @type {Call} */
  async function call(method, target, { token, body } = {}) {
    const reply = await fetch(`${origin}/api${target}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const envelope = await reply.json()
    if (envelope.status !== 'ok') throw new Error(`${method} ${target}: ${reply.status} ${envelope.message}`)
    return envelope.data
  }

  async function signIn() {
    const account = privateKeyToAccount(generatePrivateKey())
    const { nonce } = await call('GET', `/auth/challenge?wallet=${account.address}`)
    const signature = await account.signMessage({ message: nonce })
    const { access_token } = await call('POST', '/auth/verify', {
      body: { wallet: account.address, signature },
    })
    return access_token
  }

  async function stop() {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('close', resolve))
    await postgres.stop()
    for (const used of [postgres.folder, folder]) await rm(used, { recursive: true, force: true })
  }
  return {
    origin,
    pid: server.pid ?? 0,
    postgresPid: postgres.pid,
    databaseUrl: postgres.url,
    call,
    signIn,
    startMs,
    stop,
  }
}

/** @param {string} entry @param {Omit<StartOptions, 'env'>} options */
function programOf(entry, { nodeOptions = [], args = [], release, clone = root }) {
  if (release) return [path.resolve(release, 'parley'), 'start']
  return [process.execPath, ...SERVER_FLAGS, ...nodeOptions, path.resolve(clone, entry), ...args]
}

/**
 * Starts a peer that prints its port.
 *
 * @param {string} name @param {readonly string[]} args @param {readonly string[]} nodeOptions
 */
export async function startPeer(name, args = [], nodeOptions = []) {
  const peer = spawn(
    process.execPath,
    [...nodeOptions, path.join(import.meta.dirname, 'peers', name), ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const port = Number(await firstLine(peer, () => true))
  return { port, pid: peer.pid ?? 0, origin: `http://127.0.0.1:${port}`, stop: () => peer.kill() }
}

/** @param {number} pid @returns {Promise<number>} CPU seconds of a process so far, user and system */
export async function cpuSeconds(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/**
 * Measures processes with all that they start. What a process that has ended used since the start is left out: the processes
 * around a sandbox child do not wait for it, so its whole time would be missing from a sum over the tree.
 *
 * @param {...number} roots
 * @returns {Promise<() => Promise<number>>} tells the CPU seconds since the start
 */
export async function startCpuMeter(...roots) {
  const read = async () => {
    const processes = await listProcesses()
    const pids = new Set(roots.flatMap((root) => listTree(processes, root)))
    return new Map(processes.flatMap(({ pid, own }) => (pids.has(pid) ? [[pid, own]] : [])))
  }
  const before = await read()
  return async () =>
    [...(await read())].reduce((total, [pid, own]) => total + own - (before.get(pid) ?? 0), 0)
}

/** @param {number} pid @returns {Promise<Record<string, number>>} CPU seconds so far of the sandbox children of a service, by their kind */
export async function childCpuSeconds(pid) {
  const processes = await listProcesses()
  /** @type {Record<string, number>} */
  const kinds = {}
  for (const child of processes.filter(({ parent }) => parent === pid)) {
    const command = await readFile(`/proc/${child.pid}/cmdline`, 'utf8').catch(() => '')
    const kind = /child\/main\.\w+\0(\w+)/.exec(command)?.[1] ?? 'others'
    kinds[kind] = (kinds[kind] ?? 0) + sumTree(processes, child.pid)
  }
  return kinds
}

/** @typedef {{ pid: number, parent: number | undefined, own: number, seconds: number }} Process */

/** @returns {Promise<Process[]>} all processes of the machine; `own`: CPU seconds of the process, `seconds`: with those of its ended children */
export async function listProcesses() {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return Promise.all(
    numbers.map(async (number) => {
      const stat = await readFile(`/proc/${number}/stat`, 'utf8').catch(() => '')
      const fields = stat.split(') ')[1]?.split(' ').map(Number) ?? []
      const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
      return {
        pid: Number(number),
        parent: fields[1],
        own: (user + system) / 100,
        seconds: (user + system + endedUser + endedSystem) / 100,
      }
    }),
  )
}

/** @param {readonly Process[]} processes @param {number} root @returns {number} */
function sumTree(processes, root) {
  return processes.reduce((total, { pid, parent, seconds }) => {
    if (pid === root) return total + seconds
    return parent === root ? total + sumTree(processes, pid) : total
  }, 0)
}

/** @param {number} pid @returns {Promise<number>} resident MiB of a process */
export async function residentMiB(pid) {
  const line = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1024
}

/** @param {number} pid @returns {Promise<{ resident: number, shared: number }>} MiB of a process and of all that it started; `resident` counts shared pages in each process, `shared` counts them once */
export async function treeMemory(pid) {
  const pids = listTree(await listProcesses(), pid)
  const texts = await Promise.all(pids.map((one) => readFile(`/proc/${one}/smaps_rollup`, 'utf8')))
  const sum = (key) =>
    texts.reduce((total, text) => total + Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(text)?.[1]), 0) /
    1024
  return { resident: sum('Rss'), shared: sum('Pss') }
}

/** @param {readonly Process[]} processes @param {number} root @returns {number[]} a process and all that it started */
export function listTree(processes, root) {
  const children = processes.filter(({ parent }) => parent === root)
  return [root, ...children.flatMap(({ pid }) => listTree(processes, pid))]
}

function firstLine(child, isIt) {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => isIt(line) && resolve(line))
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`)))
  })
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
