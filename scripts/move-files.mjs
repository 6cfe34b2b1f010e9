// `npm run move-files -- to-store`: copies the files of an installation from its data folder into the store of
// PARLEY_BLOBS, while the service runs or not. `to-folder` copies them back.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { folderPlace, moveFiles } from '@parley/backup'
import { reachStore } from './backup/reach-files.mjs'
import { sayFailure } from './backup/say-failure.mjs'
import { commandLine } from './command-line.mjs'
import { dataDirectoryFrom } from './data-directory.mjs'

const COMMAND = commandLine('move-files')
const USAGE = `Usage: ${COMMAND} to-store, or ${COMMAND} to-folder. PARLEY_BLOBS names the store.`
const root = path.resolve(import.meta.dirname, '..')
const dataDirectory = dataDirectoryFrom(root)

process.exitCode = await main().catch(sayFailure)

/** @returns {Promise<number>} the exit code */
async function main() {
  const [direction, ...rest] = parseArgs({ allowPositionals: true }).positionals
  const store = reachStore()
  if (rest.length > 0 || (direction !== 'to-store' && direction !== 'to-folder') || store === null) {
    console.error(USAGE)
    return 2
  }
  const folder = folderPlace(dataDirectory)
  const places =
    direction === 'to-store' ? { from: folder, to: store.place } : { from: store.place, to: folder }
  try {
    const { copied, bytes, present } = await moveFiles(places)
    console.log(`Copied ${copied} files, ${(bytes / 1e6).toFixed(1)} MB; ${present} were there already.`)
    console.log(
      direction === 'to-store'
        ? 'Start the service with PARLEY_BLOBS, then run this once more for files that were written meanwhile.'
        : 'Start the service without PARLEY_BLOBS, then run this once more for files that were written meanwhile.',
    )
    return 0
  } finally {
    await store.close()
  }
}
