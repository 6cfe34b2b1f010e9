// `npm run rotate-key`: seals every stored secret with the first configured master key while the service runs. Reports
// whether the former keys are still needed.
import path from 'node:path'
import { openDatabase } from '@parley/db'
import { loadMasterKeys } from '../apps/web/src/composition/master-keys.ts'
import { createCipher, rotateMasterKey } from '../packages/core/src/index.ts'
import { dataDirectoryFrom } from './data-directory.mjs'
import { findDatabaseUrl } from './find-database-url.mjs'

const root = path.resolve(import.meta.dirname, '..')
const dataDirectory = dataDirectoryFrom(root)
const keyFile = path.join(dataDirectory, 'master.key')
process.exitCode = await rotate()

/** @returns {Promise<number>} 0 when the former keys are no longer needed */
async function rotate() {
  const keys = loadMasterKeys(process.env.PARLEY_MASTER_KEY || null, keyFile)
  const db = openDatabase({ url: findDatabaseUrl(dataDirectory), poolSize: 2 })
  try {
    const { rewrapped, current, unreadable } = await rotateMasterKey({ db, cipher: createCipher(keys) })
    console.log(
      `Sealed ${rewrapped} values with the current master key. ${current} were sealed with it before.`,
    )
    if (unreadable.length === 0) {
      console.log(
        keys.length > 1
          ? 'The former master keys are no longer needed. Remove them and restart the service.'
          : 'Only one master key is configured, and every value is sealed with it.',
      )
      return 0
    }
    console.log(
      `${unreadable.length} values cannot be opened with any configured key. Keep the former keys, and add the missing one:`,
    )
    for (const name of unreadable) console.log(`  ${name}`)
    return 1
  } finally {
    await db.close()
  }
}
