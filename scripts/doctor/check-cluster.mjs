import { randomUUID } from 'node:crypto'
import { openObjectStore } from '../../apps/web/src/composition/open-object-store.ts'
import { findingsOf, reasonOf } from './finding.mjs'
import { openEgress } from './open-patient.mjs'

/** @typedef {import('./finding.mjs').Finding} Finding */

const { ok, problem, skipped } = findingsOf('sql cluster')

/**
 * Lets the SQL cluster read an object that was just stored, through its named collection.
 *
 * @param {import('./open-patient.mjs').Patient} patient
 * @returns {Promise<Finding[]>}
 */
export async function checkCluster({ settings }) {
  if (settings === null) return [skipped('Not checked: the configuration is invalid.')]
  if (settings.sqlCluster === null) return []
  const { url, collection } = settings.sqlCluster
  // Loaded only here, because it imports the data package, an eighth of all modules of this command.
  const { openCluster } = await import('../../apps/web/src/composition/open-cluster.ts')
  const egress = openEgress(settings)
  const store = openObjectStore(settings, egress)
  const line = randomUUID()
  const key = `doctor/${line}`
  try {
    await store?.putBytes(key, Buffer.from(line))
    const read = await openCluster(settings, { egress })?.readLine(key)
    await store?.remove(key)
    if (read === line) return [ok(`The SQL cluster ${url} reads the object store.`)]
    const repair = `Let the named collection ${collection} lead to the bucket and the prefix of PARLEY_BLOBS.`
    return [problem(`The SQL cluster ${url} read something else than what was stored.`, repair)]
  } catch (error) {
    await store?.remove(key).catch(() => {})
    return [problem(`The SQL cluster ${url}: ${reasonOf(error)}`, repairOf(collection))]
  } finally {
    await egress.close()
  }
}

/** @param {string} collection @returns {string} */
function repairOf(collection) {
  return `Start it, correct PARLEY_SQL_CLUSTER, its user and its password, or make the named collection ${collection} as docs/operations/sql-cluster.md says. Until then statements run on this machine.`
}
