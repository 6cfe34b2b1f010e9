import { existsSync } from 'node:fs'
import { listSealedRows } from '@parley/db'
import { isFolderOfDatabase } from '../../apps/web/src/composition/claim-data-folder.ts'
import { loadMasterKeys } from '../../apps/web/src/composition/master-keys.ts'
import { masterKeyFile } from '../../apps/web/src/env.ts'
import { createCipher, findInstallationSecrets } from '../../packages/core/src/index.ts'
import { findingsOf, reasonOf } from './finding.mjs'

/** @typedef {import('./finding.mjs').Finding} Finding */
/** @typedef {import('./open-patient.mjs').Patient} Patient */

const { ok, warning, problem, skipped } = findingsOf('keys')

/**
 * Checks that the configured master keys open the secrets of the database, and that the data folder belongs to it.
 *
 * @param {Patient} patient
 * @returns {Promise<Finding[]>}
 */
export async function checkKeys({ settings, client, db }) {
  if (settings === null) return [skipped('Not checked: the configuration is invalid.')]
  const keyFile = masterKeyFile(settings)
  if (settings.masterKeys === null && !existsSync(keyFile)) return [await explainMissing(client, keyFile)]
  let cipher
  try {
    cipher = createCipher(loadMasterKeys(settings.masterKeys, keyFile))
  } catch (error) {
    return [problem(reasonOf(error), 'Set PARLEY_MASTER_KEY, or correct the key file.')]
  }
  if (client === null || db === null)
    return [skipped('Not compared with the database, which cannot be reached.')]
  if (!(await isInstalled(client))) return [ok('A master key is there; the database is new.')]
  try {
    const secrets = await findInstallationSecrets(db, cipher)
    if (secrets === null) return [ok('A master key is there; the database is new.')]
    const findings = [await checkFolder(settings.dataDirectory, secrets), await checkSealed(db, cipher)]
    const found = findings.filter((finding) => finding !== null)
    if (settings.objectStore !== null && settings.masterKeys === null) found.push(explainKeyFile(keyFile))
    return found.length > 0
      ? found
      : [ok('The master key opens the secrets, and the data folder belongs to the database.')]
  } catch {
    const repair =
      'Set PARLEY_MASTER_KEY to the key that this database was written with; add it after a comma to a new one.'
    return [problem('The configured master key does not open the secrets of this database.', repair)]
  }
}

/** @param {import('pg').Client | null} client @param {string} keyFile @returns {Promise<Finding>} */
async function explainMissing(client, keyFile) {
  if (client === null || !(await isInstalled(client)))
    return ok(`There is no master key yet; the first start writes ${keyFile}.`)
  const repair = `Set PARLEY_MASTER_KEY, or put the key of this database into ${keyFile}.`
  return problem('The database has secrets, and there is no master key to open them.', repair)
}

/** @param {import('pg').Client} client @returns {Promise<boolean>} whether a service has stored its secrets there */
async function isInstalled(client) {
  const { rows } = await client.query(`SELECT to_regclass('installation') IS NOT NULL AS "isThere"`)
  if (!rows[0].isThere) return false
  return (await client.query('SELECT 1 FROM installation')).rows.length > 0
}

/**
 * @param {string} folder
 * @param {Parameters<typeof isFolderOfDatabase>[1]} secrets
 * @returns {Promise<Finding | null>}
 */
async function checkFolder(folder, secrets) {
  const isOurs = await isFolderOfDatabase(folder, secrets)
  if (isOurs !== false) return null
  const repair =
    'Set PARLEY_DATA_DIR to the folder of this database, or delete the file "installation" in it to use the folder anyway.'
  return problem(`The data folder ${folder} belongs to another database.`, repair)
}

/**
 * @param {import('@parley/db').Database} db
 * @param {import('../../packages/core/src/index.ts').Cipher} cipher
 * @returns {Promise<Finding | null>}
 */
async function checkSealed(db, cipher) {
  let [former, unreadable] = [0, 0]
  for await (const { place, sealed } of listSealedRows(db)) {
    if (cipher.isCurrent(sealed)) continue
    try {
      cipher.decrypt(sealed, place)
      former++
    } catch {
      unreadable++
    }
  }
  if (unreadable > 0) {
    const repair = 'Add the key that sealed them to PARLEY_MASTER_KEY after a comma, then run rotate-key.'
    return problem(`${unreadable} stored secrets are opened by no configured key.`, repair)
  }
  if (former === 0) return null
  return warning(
    `${former} stored secrets are under a former master key.`,
    'Run rotate-key before you remove that key.',
  )
}

/** @param {string} keyFile @returns {Finding} */
function explainKeyFile(keyFile) {
  const repair = 'Set PARLEY_MASTER_KEY for all replicas, with the key of that file.'
  return warning(`The master key is in ${keyFile}, which other replicas do not see.`, repair)
}
