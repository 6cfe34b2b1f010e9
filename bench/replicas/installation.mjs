import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { BUILT_SERVICE } from '../../scripts/launch/server-environment.mjs'

const root = path.join(import.meta.dirname, '../..')
const run = promisify(execFile)
const QUIET = '--disable-warning=ExperimentalWarning'

/**
 * What an operator runs: the commands of an unpacked release, or those of this clone.
 *
 * @typedef {object} Installation
 * @property {string} name
 * @property {readonly string[]} start the program that serves, with its arguments
 * @property {(command: 'backup' | 'restore' | 'doctor', args: readonly string[], env: Record<string, string>) => Promise<string>} run
 *   returns what the command says; rejects when it fails
 */

/** @param {string} [folder] of an unpacked release; this clone without one @returns {Installation} */
export function openInstallation(folder) {
  const release = folder && path.resolve(folder)
  const programOf = (/** @type {string} */ command) =>
    release
      ? [path.join(release, 'parley'), command]
      : [process.execPath, QUIET, path.join(root, 'scripts', `${command}.mjs`)]
  return {
    name: release ? path.basename(release) : 'this clone',
    start: release
      ? [path.join(release, 'parley'), 'start']
      : [process.execPath, QUIET, path.join(root, BUILT_SERVICE)],
    async run(command, args, env) {
      const [file = '', ...own] = programOf(command)
      const { stdout } = await run(file, [...own, ...args], {
        env: { PATH: process.env.PATH ?? '', ...env },
      })
      return stdout
    },
  }
}
