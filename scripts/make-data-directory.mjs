import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { ExpectedFailure } from './expected-failure.mjs'

/**
 * Makes the folder of all data when it does not exist; one that is still empty is made ready in the same way.
 * What is put into it must be closed to others itself: as root the database runs under another account, which has
 * to pass through.
 *
 * @param {string} directory absolute path
 * @throws {ExpectedFailure} when it cannot be made
 */
export function makeDataDirectory(directory) {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  try {
    mkdirSync(directory, { recursive: true })
    if (readdirSync(directory).length === 0) chmodSync(directory, mode)
  } catch (cause) {
    throw new ExpectedFailure(
      `The data directory ${directory} cannot be made (${cause instanceof Error ? cause.message : cause}). ` +
        'Set PARLEY_DATA_DIR to a folder that can be written.',
      { cause },
    )
  }
}
