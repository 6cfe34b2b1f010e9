import path from 'node:path'

/**
 * Returns the data folder: `PARLEY_DATA_DIR`, by default `.parley`.
 *
 * @param {string} from the folder that a relative path begins in
 * @returns {string} absolute
 */
export function dataDirectoryFrom(from) {
  return path.resolve(from, process.env.PARLEY_DATA_DIR || '.parley')
}
