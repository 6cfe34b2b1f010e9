import { dataDirectoryFrom } from '../data-directory.mjs'
import { lockDirectory } from '../lock-directory.mjs'
import { makeDataDirectory } from '../make-data-directory.mjs'
import { build, prepare } from './prepare.mjs'
import { serve } from './serve.mjs'
import { BUILT_SERVICE } from './server-environment.mjs'

/**
 * `start`: prepares a clone and runs the service until it is asked to stop.
 *
 * @param {import('./prepare.mjs').Project} project
 * @returns {Promise<number>} the exit code
 * @throws {import('../expected-failure.mjs').ExpectedFailure} when another start holds the data directory, or a stage fails
 */
export async function start({ root, stop }) {
  const dataDirectory = dataDirectoryFrom(root)
  makeDataDirectory(dataDirectory)
  // Several servers may share a folder when the user has their own PostgreSQL. An embedded database has one
  // user.
  const lock = process.env.DATABASE_URL ? undefined : await lockDirectory(dataDirectory)
  try {
    const env = await prepare({ root, stop })
    await build({ root, stop }, env)
    return await serve({ root, dataDirectory, env, stop, lock, entry: BUILT_SERVICE })
  } finally {
    lock?.release()
  }
}
