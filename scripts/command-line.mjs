import path from 'node:path'

/**
 * Returns what an operator types to run a command, without its arguments: `./parley backup` in a release,
 * `npm run backup --` in a clone.
 *
 * @param {string} name the command, such as `backup`
 * @returns {string}
 */
export function commandLine(name) {
  return isRelease() ? `./parley ${name}` : `npm run ${name} --`
}

/** @returns {boolean} whether this is a command of a release, and not of a clone */
export function isRelease() {
  return path.basename(process.argv[1] ?? '') === 'parley.mjs'
}
