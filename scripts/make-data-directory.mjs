import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { ExpectedFailure } from './expected-failure.mjs'

/** Permissions of accounts that are neither the owner nor in the group. */
const OF_OTHERS = 0o007
const TO_ENTER = 0o001

/**
 * Creates the data folder if it does not exist, sets its permissions while it is empty, and takes permissions of other
 * accounts away later. When root starts the service, the database runs under another account, which must be able to
 * enter the folder, so every file in it restricts its own access. The permissions of the group stay: on some volumes
 * they are how the service gets in.
 *
 * @param {string} directory absolute path
 * @throws {ExpectedFailure} when it cannot be made
 */
export function makeDataDirectory(directory) {
  const isRoot = process.getuid?.() === 0
  try {
    mkdirSync(directory, { recursive: true })
    const { mode, uid } = statSync(directory)
    if (readdirSync(directory).length === 0) chmodSync(directory, isRoot ? 0o711 : 0o700)
    else if (uid === process.getuid?.()) chmodSync(directory, withoutOthers(mode, { isRoot }))
  } catch (cause) {
    throw new ExpectedFailure(
      `The data directory ${directory} cannot be made (${cause instanceof Error ? cause.message : cause}). ` +
        'Set PARLEY_DATA_DIR to a folder that can be written.',
      { cause },
    )
  }
}

/** @param {number} mode @param {{ isRoot: boolean }} account */
function withoutOthers(mode, { isRoot }) {
  return mode & 0o7777 & ~(isRoot ? OF_OTHERS & ~TO_ENTER : OF_OTHERS)
}
