import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ExpectedFailure } from '../expected-failure.mjs'
import { copyBinaries, findBinaries } from './postgres-binaries.mjs'
import { findAccount } from './unprivileged-account.mjs'

/**
 * Where a database lives and who runs it.
 *
 * @typedef {object} PostgresHome
 * @property {string} folder holds the cluster, password, port and server.log
 * @property {string} cluster PostgreSQL's own data folder
 * @property {string} binaries folder with bin, lib and share that the account can reach
 * @property {import('./unprivileged-account.mjs').Account | undefined} account who runs the server; undefined: we do
 */

// For accounts that cannot enter the data directory.
const OUTSIDE = '/var/lib/parley'

/**
 * Decides where the database of a data directory lives. Usually it is inside. When the account that must run the server
 * cannot enter the directory (a clone under root's home), the database lies below /var/lib/parley, and a file in the
 * data directory records its place.
 *
 * @param {string} dataDirectory absolute path of an existing folder
 * @param {(line: string) => void} say told when the database lies outside the data directory
 * @returns {PostgresHome}
 * @throws {ExpectedFailure} when there is no folder for it
 */
export function settleHome(dataDirectory, say) {
  const record = path.join(dataDirectory, 'postgres-location')
  const recorded = existsSync(record) ? readFileSync(record, 'utf8').trim() : undefined
  const inside = path.join(dataDirectory, 'postgres')
  const account = findAccount(path.join(recorded ?? inside, 'cluster'))
  const original = findBinaries()
  if (!account) return describeHome(recorded ?? inside, original, undefined)

  const binaries = canRun(account, original) ? original : copyBinaries(original, makeOutside())
  const home = describeHome(recorded ?? inside, binaries, account)
  makeFolder(home.folder, account)
  if (canEnter(account, home.folder)) {
    if (recorded) say(`The database of ${dataDirectory} lies in ${recorded}.`)
    return home
  }
  if (existsSync(home.cluster)) throw lostWay(account, home.cluster)
  return settleOutside({ dataDirectory, record, binaries, account, say })
}

/**
 * @param {{ dataDirectory: string, record: string, binaries: string,
 *   account: import('./unprivileged-account.mjs').Account, say: (line: string) => void }} options
 * @returns {PostgresHome}
 */
function settleOutside({ dataDirectory, record, binaries, account, say }) {
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12)
  // A new name each time, because a user who deletes the data directory expects an empty database.
  const folder = path.join(makeOutside(), `${name}-${randomBytes(4).toString('hex')}`)
  makeFolder(folder, account)
  if (!canEnter(account, folder)) throw noPlace(account)
  writeFileSync(record, `${folder}\n`, { mode: 0o600 })
  say(
    `PostgreSQL runs as ${account.name}, who cannot enter ${dataDirectory}, so the database lies in ${folder}.`,
  )
  return describeHome(folder, binaries, account)
}

/**
 * @param {string} folder
 * @param {string} binaries
 * @param {import('./unprivileged-account.mjs').Account | undefined} account
 * @returns {PostgresHome}
 */
function describeHome(folder, binaries, account) {
  if (!account) makeFolder(folder, undefined)
  return { folder, cluster: path.join(folder, 'cluster'), binaries, account }
}

/** @param {string} folder @param {import('./unprivileged-account.mjs').Account | undefined} account */
function makeFolder(folder, account) {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  if (account) chownSync(folder, account.uid, account.gid)
}

/** @returns {string} the folder outside, made when missing */
function makeOutside() {
  try {
    mkdirSync(OUTSIDE, { recursive: true })
    if ((statSync(OUTSIDE).mode & 0o777) !== 0o755) chmodSync(OUTSIDE, 0o755)
    return OUTSIDE
  } catch (cause) {
    throw new ExpectedFailure(
      `PostgreSQL does not run as root, and ${OUTSIDE}, where another account could run it, cannot be written. ` +
        'Start Parley as another user, or set DATABASE_URL.',
      { cause },
    )
  }
}

/** @param {import('./unprivileged-account.mjs').Account} account @param {string} binaries @returns {boolean} */
function canRun(account, binaries) {
  return succeeds(account, path.join(binaries, 'bin/postgres'), ['--version'])
}

/** @param {import('./unprivileged-account.mjs').Account} account @param {string} folder @returns {boolean} */
function canEnter(account, folder) {
  return succeeds(account, '/bin/sh', ['-c', 'cd "$0" && test -w .', folder])
}

/**
 * Runs a command as the account. Only the kernel knows file modes, access lists and mounts together.
 *
 * @param {import('./unprivileged-account.mjs').Account} account
 * @param {string} command
 * @param {string[]} args
 * @returns {boolean}
 */
function succeeds({ uid, gid }, command, args) {
  return spawnSync(command, args, { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0
}

/** @param {import('./unprivileged-account.mjs').Account} account @param {string} cluster */
function lostWay(account, cluster) {
  return new ExpectedFailure(
    `The database in ${cluster} runs as ${account.name}, who can no longer enter that folder. ` +
      'Let other accounts enter the folders above it (chmod o+x), or move the data directory.',
  )
}

/** @param {import('./unprivileged-account.mjs').Account} account */
function noPlace(account) {
  return new ExpectedFailure(
    `PostgreSQL runs as ${account.name}, who can enter neither the data directory nor ${OUTSIDE}. ` +
      'Set PARLEY_DATA_DIR to a folder that other accounts may enter, or set DATABASE_URL.',
  )
}
