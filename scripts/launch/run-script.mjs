import { prepare } from './prepare.mjs'
import { runChild } from './run-child.mjs'

/**
 * `run <pnpm arguments>`: runs a script of the project with the project's own tools.
 *
 * @param {import('./prepare.mjs').Project & { args: string[] }} options
 * @returns {Promise<number>} the script's exit code
 */
export async function runScript({ root, args, stop }) {
  const env = await prepare({ root, stop })
  const { code } = await runChild({
    command: 'pnpm',
    args,
    directory: root,
    env,
    stopRequested: stop.requested,
    isShown: true,
  })
  return code
}
