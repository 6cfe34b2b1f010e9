import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { openObjectStore } from '../../apps/web/src/composition/open-object-store.ts'
import { findingsOf, reasonOf } from './finding.mjs'
import { openEgress } from './open-patient.mjs'

/** @typedef {import('./finding.mjs').Finding} Finding */
/** @typedef {import('./open-patient.mjs').Settings} Settings */

const { ok, warning, problem, skipped } = findingsOf('files')

/**
 * Checks the data folder, and the object store where there is one: writes, reads, lists and removes an object.
 *
 * @param {import('./open-patient.mjs').Patient} patient
 * @returns {Promise<Finding[]>}
 */
export async function checkFiles({ settings }) {
  if (settings === null) return [skipped('Not checked: the configuration is invalid.')]
  const folder = await checkFolder(settings.dataDirectory)
  if (settings.objectStore === null) return [folder]
  return [folder, await checkStore(settings)]
}

/** @param {string} folder @returns {Promise<Finding>} */
async function checkFolder(folder) {
  if (!existsSync(folder))
    return ok(`The data folder ${folder} does not exist yet; the first start makes it.`)
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    const repair = `Give it to the account of the service: chown ${process.getuid?.() ?? '<account>'} ${folder}.`
    return problem(`The data folder ${folder} cannot be written by this account.`, repair)
  }
  const { mode } = await stat(folder)
  // When root starts the database, it runs under another account, which must enter the folder.
  const forbidden = process.getuid?.() === 0 ? 0o006 : 0o007
  if ((mode & forbidden) === 0) return ok(`The data folder ${folder} can be written.`)
  return warning(
    `The data folder ${folder} is open to every account of this machine.`,
    `Run chmod o-rw${forbidden & 1 ? 'x' : ''} ${folder}; the next start does it as well.`,
  )
}

/** @param {Settings} settings @returns {Promise<Finding>} */
async function checkStore(settings) {
  const egress = openEgress(settings)
  const store = openObjectStore(settings, egress)
  const address = `${settings.objectStore?.endpoint}/${settings.objectStore?.bucket}`
  if (store === null) return skipped('There is no object store.')
  const key = `doctor/${randomUUID()}`
  const bytes = Buffer.from('written by parley doctor')
  try {
    await store.putBytes(key, bytes)
    const read = await store.getBytes(key)
    if (read === null || !read.equals(bytes)) {
      const repair = 'Use a store with read-after-write consistency, without a cache in front.'
      return problem(`The object store ${address} did not return what was written.`, repair)
    }
    for await (const object of store.list('doctor/')) if (object.key === key) break
    await store.remove(key)
    return ok(`The object store ${address} stores, returns, lists and removes objects.`)
  } catch (error) {
    const sentence = error instanceof Error ? error.message : reasonOf(error)
    return problem(`${address}: ${withoutOperator(sentence)} ${causeOf(error)}`.trim(), repairOf(sentence))
  } finally {
    await egress.close()
  }
}

/** Leaves out the second half of a sentence, which is for users. @param {string} sentence @returns {string} */
function withoutOperator(sentence) {
  return sentence.replace(/ (The operator must|Try again) .*$/, '')
}

/** @param {unknown} error @returns {string} */
function causeOf(error) {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error ? reasonOf(cause) : ''
}

/** @param {string} sentence @returns {string} */
function repairOf(sentence) {
  if (sentence.includes('credentials'))
    return 'Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION, and that the key may get, put, delete and list.'
  if (sentence.includes('bucket')) return 'Create the bucket that PARLEY_BLOBS names.'
  if (sentence.includes('time of this machine'))
    return 'Set the clock of this machine; let it follow a time server.'
  if (sentence.includes('space')) return 'Free some space in the store, or raise its quota.'
  return 'Start the store, or correct AWS_ENDPOINT_URL_S3.'
}
