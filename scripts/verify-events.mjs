// `npm run verify-events [-- batch:hash]`: checks that no event was edited, removed or added, while the service runs. With a
// batch and its hash from an earlier run it also checks that the newest events were not cut off.
import path from 'node:path'
import { openDatabase } from '@parley/db'
import { loadMasterKeys } from '../apps/web/src/composition/master-keys.ts'
import { createCipher, openInstallationSecrets, verifyEvents } from '../packages/core/src/index.ts'
import { dataDirectoryFrom } from './data-directory.mjs'
import { findDatabaseUrl } from './find-database-url.mjs'

const root = path.resolve(import.meta.dirname, '..')
const dataDirectory = dataDirectoryFrom(root)
const keyFile = path.join(dataDirectory, 'master.key')
process.exitCode = await verify(process.argv[2])

/** @param {string | undefined} noted @returns {Promise<number>} 0 when the events are whole */
async function verify(noted) {
  const [, batch, hash] = /^(\d+):([0-9a-f]{64})$/.exec(noted ?? '') ?? []
  if (noted !== undefined && hash === undefined) {
    console.error('Name the batch and its hash as an earlier run printed them: 12:4f…')
    return 2
  }
  const cipher = createCipher(loadMasterKeys(process.env.PARLEY_MASTER_KEY || null, keyFile))
  const db = openDatabase({ url: findDatabaseUrl(dataDirectory), poolSize: 2 })
  try {
    const { apiKeyPepper } = await openInstallationSecrets(db, cipher)
    const expected = hash === undefined ? null : { batch: Number(batch), hash }
    const { events, batches, problems, newest } = await verifyEvents({ db, apiKeyPepper }, expected)
    for (const problem of problems) console.log(problem)
    if (problems.length > 0) return 1
    console.log(`${events} events in ${batches} batches are whole.`)
    if (newest) console.log(`Note the newest batch to compare it later: ${newest.batch}:${newest.hash}`)
    return 0
  } finally {
    await db.close()
  }
}
