// The command of a release: `./parley start`, `./parley backup <new folder>` and more. `./parley help` lists them.
import path from 'node:path'
import { dataDirectoryFrom } from './data-directory.mjs'
import { isExpectedFailure } from './expected-failure.mjs'

const COMMANDS = {
  start: async () => (await import('./release/start-release.mjs')).startRelease(root),
  doctor: () => runFile('./doctor.mjs'),
  backup: () => runFile('./backup.mjs'),
  restore: () => runFile('./restore.mjs'),
  'move-files': () => runFile('./move-files.mjs'),
  'rotate-key': () => runFile('./rotate-key.mjs'),
  'verify-events': () => runFile('./verify-events.mjs'),
  'erase-again': () => runFile('./erase-again.mjs'),
  quickstart: () => runFile('./quickstart.mjs'),
}
const USAGE = `Usage: ./parley <command>

  start                             serves, and restarts the server when it ends
  doctor [--json]                   says what is wrong and how to repair it
  backup <new folder>               writes a backup while the service runs
  backup --verify <folder>          reads every byte of a backup and compares it
  restore <folder>                  restores a backup into an empty database and data folder
  move-files to-store | to-folder   copies files between the data folder and the object store
  rotate-key                        seals all secrets with the first master key
  verify-events [<batch>:<hash>]    checks that no event was changed
  erase-again <receipts.json>       erases the persons of these receipts after a restore
  quickstart                        asks a first question at PARLEY_ORIGIN and shows answer, run and chart

The environment holds the settings. DATABASE_URL names the database.`

const root = path.resolve(import.meta.dirname, '..')
// A release may lie in a folder that cannot be written.
process.env.PARLEY_DATA_DIR = dataDirectoryFrom(process.cwd())
await main()

async function main() {
  const [name] = process.argv.splice(2, 1)
  if (name === 'help' || name === '--help') {
    console.log(USAGE)
    return
  }
  const command = Object.entries(COMMANDS).find(([known]) => known === name)?.[1]
  if (!command) {
    console.error(USAGE)
    process.exitCode = 2
    return
  }
  try {
    process.exitCode = await command()
  } catch (error) {
    console.error(isExpectedFailure(error) ? error.message : error)
    process.exitCode = 1
  }
}

/** @param {string} file a program that sets the exit code @returns {Promise<number>} */
async function runFile(file) {
  await import(file)
  return Number(process.exitCode ?? 0)
}
