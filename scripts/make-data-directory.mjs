import { mkdirSync } from 'node:fs'
import { ExpectedFailure } from './expected-failure.mjs'

/**
 * Makes the folder of all data when it does not exist. What is put into it must be closed to others itself:
 * as root the database runs under another account, which has to pass through.
 *
 * @param {string} directory absolute path
 * @throws {ExpectedFailure} when it cannot be made
 */
export function makeDataDirectory(directory) {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  try {
    mkdirSync(directory, { recursive: true, mode })
  } catch (cause) {
    throw new ExpectedFailure(
      `The data directory ${directory} cannot be made (${cause instanceof Error ? cause.message : cause}). ` +
        'Set PARLEY_DATA_DIR to a folder that can be written.',
      { cause },
    )
  }
}
