import path from 'node:path'
import { dataDirectoryFrom } from '../data-directory.mjs'
import { lockDirectory } from '../lock-directory.mjs'
import { makeDataDirectory } from '../make-data-directory.mjs'
import { openDatabase } from './open-database.mjs'
import { prepare } from './prepare.mjs'
import { serveAndRestart } from './serve-and-restart.mjs'
import { serverEnvironment } from './server-environment.mjs'

/**
 * `dev`: runs the service for development until it is asked to stop. Next.js compiles a page when a browser
 * asks for it and reloads it when it changes. A change of any other source restarts the server. The database
 * keeps running.
 *
 * @param {import('./prepare.mjs').Project} project
 * @returns {Promise<number>} the exit code, always 0
 * @throws {import('../expected-failure.mjs').ExpectedFailure} when another start holds the data directory, or a stage fails
 */
export async function develop({ root, stop }) {
  const dataDirectory = dataDirectoryFrom(root)
  makeDataDirectory(dataDirectory)
  const lock = process.env.DATABASE_URL ? undefined : await lockDirectory(dataDirectory)
  try {
    const toolEnvironment = await prepare({ root, stop })
    const database = await openDatabase({ dataDirectory, lock })
    try {
      const env = {
        ...toolEnvironment,
        NODE_ENV: 'development',
        ...serverEnvironment({ dataDirectory, databaseUrl: database.url }),
      }
      await serveAndRestart({
        root,
        entry: 'apps/web/server.ts',
        env,
        stop,
        recordFile: database.isEmbedded ? path.join(dataDirectory, 'server.json') : undefined,
      })
      return 0
    } finally {
      await database.close()
    }
  } finally {
    lock?.release()
  }
}
