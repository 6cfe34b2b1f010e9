// `npm run restore -- <folder of a backup>`: restores a backup into an empty database and data folder.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { restore } from '@parley/backup'
import { openDatabase } from '@parley/db'
import { loadMasterKeys } from '../apps/web/src/composition/master-keys.ts'
import { createCipher, openInstallationSecrets } from '../packages/core/src/index.ts'
import { reachDatabase } from './backup/reach-database.mjs'
import { reachFiles } from './backup/reach-files.mjs'
import { sayBackup } from './backup/say-backup.mjs'
import { sayFailure } from './backup/say-failure.mjs'
import { commandLine } from './command-line.mjs'
import { dataDirectoryFrom } from './data-directory.mjs'

const root = path.resolve(import.meta.dirname, '..')
const dataDirectory = dataDirectoryFrom(root)
const keyFile = path.join(dataDirectory, 'master.key')

process.exitCode = await main().catch(sayFailure)

/** @returns {Promise<number>} the exit code */
async function main() {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [from, ...rest] = positionals
  if (from === undefined || rest.length > 0) {
    console.error(`Usage: ${commandLine('restore')} <folder of a backup>`)
    return 2
  }
  const files = reachFiles(dataDirectory)
  const database = await reachDatabase(dataDirectory, { isNew: true })
  try {
    const migrationsDirectory = path.join(root, 'prisma/migrations')
    const manifest = await restore({
      from,
      databaseUrl: database.url,
      files: files.place,
      migrationsDirectory,
    })
    sayBackup('Restored', manifest)
    return await sayKey(database.url)
  } finally {
    await files.close()
    await database.close()
  }
}

/** @param {string} databaseUrl @returns {Promise<number>} 0 when the configured master key opens the secrets */
async function sayKey(databaseUrl) {
  const configured = process.env.PARLEY_MASTER_KEY || null
  if (configured === null && !existsSync(keyFile)) {
    console.log(
      `Before you start the service, set PARLEY_MASTER_KEY or put the key of the backup in ${keyFile}.`,
    )
    return 0
  }
  const db = openDatabase({ url: databaseUrl, poolSize: 1 })
  try {
    await openInstallationSecrets(db, createCipher(loadMasterKeys(configured, keyFile)))
    console.log('The master key opens the secrets. Start the service.')
    return 0
  } catch {
    console.error(
      'The configured master key does not open the secrets. Set the key of the backup before you start.',
    )
    return 1
  } finally {
    await db.close()
  }
}
