// `pnpm try:release [--arch arm64 --system <folder>]`: unpacks the release of this machine and runs it without a network, as
// an account without rights. Asks it the question of the quickstart, and stops it. Needs root to change the account and to
// leave the network. With `--arch` it runs the release for another processor, which qemu-user-static emulates, in the folder
// of a Debian for that processor: `mmdebstrap --arch=arm64 --variant=extract --include=libc6,libstdc++6,dash,coreutils bookworm <folder>`.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from './postgres/start-postgres.mjs'

const root = path.resolve(import.meta.dirname, '..')
const PORT = 4455
/** Milliseconds in which the release must be ready. An emulated processor is twenty times slower. */
const READY_MS = 900_000
/** The number of the account and of the group without rights on Debian. */
const ACCOUNT = 65_534
const WITHOUT_NETWORK = 'PARLEY_WITHOUT_NETWORK'

const { values: options } = parseArgs({
  options: { arch: { type: 'string', default: process.arch }, system: { type: 'string', default: '/' } },
})

if (process.env[WITHOUT_NETWORK]) process.exitCode = await tryRelease()
else process.exitCode = leaveNetwork()

/** Runs this program again with loopback only. @returns {number} its exit code */
function leaveNetwork() {
  const { system } = options
  const mount = `mkdir -p ${system}/proc ${system}/dev && mount --rbind /proc ${system}/proc && mount --rbind /dev ${system}/dev`
  const mounts = system === '/' ? 'true' : mount
  const self = `ip link set lo up && ${mounts} && exec "$@"`
  const args = ['sh', process.execPath, import.meta.filename, ...process.argv.slice(2)]
  const env = { ...process.env, [WITHOUT_NETWORK]: '1' }
  return (
    spawnSync('unshare', ['--net', '--mount', 'sh', '-c', self, ...args], { stdio: 'inherit', env }).status ??
    1
  )
}

/** @returns {Promise<number>} */
async function tryRelease() {
  const archive = readdirSync(path.join(root, 'release')).find((file) =>
    file.endsWith(`-${process.platform}-${options.arch}.tar.zst`),
  )
  if (!archive) throw new Error('There is no release. Run `pnpm build` and `pnpm release` first.')
  mkdirSync(path.join(options.system, tmpdir()), { recursive: true })
  const place = mkdtempSync(path.join(options.system, tmpdir(), 'parley-try-release-'))
  const dataDirectory = path.join(place, 'data')
  mkdirSync(dataDirectory)
  chownSync(place, ACCOUNT, ACCOUNT)
  chownSync(dataDirectory, ACCOUNT, ACCOUNT)
  spawnSync('tar', ['--zstd', '-xf', path.join(root, 'release', archive), '-C', place], { stdio: 'inherit' })
  const postgres = await startPostgres({ dataDirectory: path.join(place, 'database'), isDurable: false })
  const folder = path.join(place, archive.replace('.tar.zst', ''))
  const service = startService(folder, { dataDirectory, databaseUrl: postgres.url })
  try {
    await untilReady(Date.now())
    return quickstart(folder)
  } finally {
    service.kill('SIGTERM')
    await new Promise((resolve) => service.once('exit', resolve))
    await postgres.stop()
    rmSync(place, { recursive: true, force: true })
  }
}

/** @param {string} folder @param {{ dataDirectory: string, databaseUrl: string }} options */
function startService(folder, { dataDirectory, databaseUrl }) {
  const env = {
    PATH: '/usr/sbin:/usr/bin:/bin',
    PORT: String(PORT),
    DATABASE_URL: databaseUrl,
    PARLEY_DATA_DIR: inSystem(dataDirectory),
  }
  return spawn('chroot', inSystemAs(folder, 'start'), { env, stdio: 'inherit' })
}

/** @param {string} folder @param {string} command @returns {string[]} what chroot runs: a command of the release as the account */
function inSystemAs(folder, command) {
  return [`--userspec=${ACCOUNT}:${ACCOUNT}`, options.system, inSystem(folder, 'parley'), command]
}

/** @param {string[]} file @returns {string} the path of a file for programs of the system */
function inSystem(...file) {
  return path.join('/', path.relative(options.system, path.join(...file)))
}

/** @param {number} startedAt */
async function untilReady(startedAt) {
  while (Date.now() - startedAt < READY_MS) {
    const reply = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null)
    if (reply?.ok) {
      console.log(`Ready after ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
      return
    }
    await sleep(50)
  }
  throw new Error(`The release was not ready after ${READY_MS / 1000} s.`)
}

/** @param {string} folder @returns {number} 0 when the quickstart of the release gives the right answer */
function quickstart(folder) {
  const env = { PATH: '/usr/sbin:/usr/bin:/bin', PARLEY_ORIGIN: `http://127.0.0.1:${PORT}` }
  const command = inSystemAs(folder, 'quickstart')
  const { status, stdout, stderr } = spawnSync('chroot', command, { env, encoding: 'utf8' })
  const chart = /^Chart: (.+)$/m.exec(stdout)?.[1]
  const isRight = status === 0 && chart !== undefined && existsSync(path.join(options.system, chart))
  console.log(isRight ? 'The quickstart gave an answer and a chart.' : stdout + stderr)
  return isRight ? 0 : 1
}
