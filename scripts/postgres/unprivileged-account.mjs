import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { ExpectedFailure } from '../expected-failure.mjs'

/** @typedef {{ name: string, uid: number, gid: number }} Account */

/**
 * Returns the account that runs PostgreSQL, which refuses to run as root. An existing cluster keeps its
 * owner. A new one belongs to `postgres`, else to `nobody`, else to a new account.
 *
 * @param {string} cluster path of the PostgreSQL data folder, which need not exist
 * @returns {Account | undefined} undefined when we are not root and run it ourselves
 * @throws {ExpectedFailure} when the cluster belongs to another user, or when no account can be created
 */
export function findAccount(cluster) {
  const uid = process.getuid?.()
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid
  if (uid !== 0) {
    if (owner === undefined || owner === uid) return undefined
    throw new ExpectedFailure(
      `The database in ${cluster} belongs to another user (number ${owner}). ` +
        'Start Parley as that user or as root, or set PARLEY_DATA_DIR to another folder.',
    )
  }
  if (owner) return readAccounts().find((account) => account.uid === owner) ?? createAccount()
  return pickByName('postgres') ?? pickByName('nobody') ?? createAccount()
}

/** @param {string} name @returns {Account | undefined} */
function pickByName(name) {
  return readAccounts().find((account) => account.name === name && account.uid !== 0)
}

/** @returns {Account[]} */
function readAccounts() {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name, , uid, gid]) => ({ name: String(name), uid: Number(uid), gid: Number(gid) }))
}

/** @returns {Account} */
function createAccount() {
  spawnSync('/usr/sbin/useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/bin/false',
    'parley',
  ])
  const account = pickByName('parley')
  if (account) return account
  throw new ExpectedFailure(
    'PostgreSQL does not run as root, and this machine has no account to run it as. ' +
      'Create one (`useradd --system parley`), start Parley as another user, or set DATABASE_URL.',
  )
}
