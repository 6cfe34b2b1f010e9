import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { ExpectedFailure } from '../expected-failure.mjs'
import { postgresEnvironment } from './postgres-environment.mjs'

/** The database user that owns all objects. */
export const DATABASE_USER = 'parley'

/**
 * Creates the cluster with a random password unless it exists. A start that is killed during it leaves no
 * cluster.
 *
 * @param {import('./postgres-home.mjs').PostgresHome} home
 * @param {{ isDurable: boolean }} options
 * @returns {Promise<string>} the password
 * @throws {ExpectedFailure} when PostgreSQL cannot create it, or when the password file of an existing one is missing
 */
export async function createCluster(home, { isDurable }) {
  const passwordFile = path.join(home.folder, 'password')
  if (existsSync(home.cluster)) return readPassword(passwordFile, home.folder)

  const password = randomBytes(24).toString('base64url')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (home.account) chownSync(passwordFile, home.account.uid, home.account.gid)

  const draft = `${home.cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  await initialise(home, [
    `--pgdata=${draft}`,
    `--username=${DATABASE_USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's built-in collation: the same order and letter case on every machine, whatever its locales.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(isDurable ? [] : ['--no-sync']),
  ])
  renameSync(draft, home.cluster)
  return password
}

/** @param {string} file @param {string} folder @returns {string} */
function readPassword(file, folder) {
  if (existsSync(file)) return readFileSync(file, 'utf8')
  throw new ExpectedFailure(
    `The password of the database is missing: ${file}. Restore that file, or delete ${folder} to begin with an empty database.`,
  )
}

/** @param {import('./postgres-home.mjs').PostgresHome} home @param {string[]} args */
async function initialise(home, args) {
  const child = spawn(path.join(home.binaries, 'bin/initdb'), args, {
    uid: home.account?.uid,
    gid: home.account?.gid,
    cwd: home.folder,
    env: postgresEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const closed = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [complaint, code] = await Promise.all([text(child.stderr), closed])
  if (code === 0) return
  throw new ExpectedFailure(
    `PostgreSQL could not make a database in ${home.cluster}: ${complaint.trim()} ` +
      'Set PARLEY_DATA_DIR to another folder, or set DATABASE_URL.',
  )
}
