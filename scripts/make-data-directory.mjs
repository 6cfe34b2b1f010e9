import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { ExpectedFailure } from './expected-failure.mjs'

/**
 * Creates the data folder if it does not exist, and sets its permissions while it is empty. As root the
 * database runs under another account, which must be able to enter it, so every file in the folder restricts
 * its own access.
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
