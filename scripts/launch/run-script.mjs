import { prepare } from './prepare.mjs'
import { runChild } from './run-child.mjs'

/**
 * `run <pnpm arguments>`: one of the project's scripts with the project's own tools, from a bare machine.
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
