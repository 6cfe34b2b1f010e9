import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { runStage } from './run-stage.mjs'
import { whenChanged } from './stamp.mjs'
import { ensureToolchain } from './toolchain.mjs'

/** @typedef {{ root: string, stop: import('./stop-request.mjs').StopRequest }} Project */

/**
 * Prepares a clone: tools, packages and the generated database client. Skips the steps that are done.
 *
 * @param {Project} project
 * @returns {Promise<NodeJS.ProcessEnv>} the environment to run everything else in
 */
export async function prepare({ root, stop }) {
  const env = await ensureToolchain({ root, stop })
  const run = { directory: root, env, stopRequested: stop.requested }
  const lockfile = read(root, 'pnpm-lock.yaml')

  await whenChanged(path.join(root, 'node_modules/.parley/install'), installInputs(root), () =>
    runStage('Installing packages', {
      ...run,
      command: 'pnpm',
      args: ['install', '--frozen-lockfile', '--config.confirmModulesPurge=false'],
    }),
  )
  const schema = readdirSync(path.join(root, 'prisma'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.prisma') || file.endsWith('.ts'))
    .sort()
    .map((file) => read(root, 'prisma', file))
  await whenChanged(path.join(root, 'packages/db/src/generated/stamp'), [...schema, lockfile], () =>
    runStage('Generating the database client', { ...run, command: 'pnpm', args: ['run', 'generate'] }),
  )
  return env
}

/**
 * Builds the console. Skips what has not changed.
 *
 * @param {Project} project
 * @param {NodeJS.ProcessEnv} env
 */
export async function build({ root, stop }, env) {
  await runStage('Building the console', {
    directory: root,
    env,
    stopRequested: stop.requested,
    command: 'pnpm',
    args: ['run', 'build'],
  })
}

/** @param {string} root @returns {string[]} */
function installInputs(root) {
  const machine = `${process.platform}-${process.arch}`
  return [
    machine,
    read(root, 'package.json'),
    read(root, 'pnpm-lock.yaml'),
    read(root, 'pnpm-workspace.yaml'),
  ]
}

/** @param {string[]} segments @returns {string} */
function read(...segments) {
  return readFileSync(path.join(...segments), 'utf8')
}
