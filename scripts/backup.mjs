// `npm run backup -- <new folder>`: writes a backup while the service runs.
// `npm run backup -- --verify <folder>`: reads every byte of a backup and compares it.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { backUp, verifyBackup } from '@parley/backup'
import { reachDatabase } from './backup/reach-database.mjs'
import { reachFiles } from './backup/reach-files.mjs'
import { sayBackup } from './backup/say-backup.mjs'
import { sayFailure } from './backup/say-failure.mjs'
import { commandLine } from './command-line.mjs'
import { dataDirectoryFrom } from './data-directory.mjs'

const COMMAND = commandLine('backup')
const USAGE = `Usage: ${COMMAND} <new folder>, or ${COMMAND} --verify <folder>`
const root = path.resolve(import.meta.dirname, '..')
const dataDirectory = dataDirectoryFrom(root)

process.exitCode = await main().catch(sayFailure)

/** @returns {Promise<number>} the exit code */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { verify: { type: 'string' } },
  })
  const [to, ...rest] = positionals
  if (rest.length > 0 || (to === undefined) === (values.verify === undefined)) {
    console.error(USAGE)
    return 2
  }
  if (to === undefined) {
    sayBackup('Every byte is as it was written', await verifyBackup(values.verify ?? ''))
    return 0
  }
  const files = reachFiles(dataDirectory)
  const database = await reachDatabase(dataDirectory)
  try {
    sayBackup(
      `Wrote ${path.resolve(to)}`,
      await backUp({ databaseUrl: database.url, files: files.place, to }),
    )
  } finally {
    await files.close()
    await database.close()
  }
  console.log(
    'The master key is not in the backup. Keep it in another place: without it the secrets are lost.',
  )
  return 0
}
