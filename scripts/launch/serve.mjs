import { openDatabase } from './open-database.mjs'
import { runApplication } from './run-application.mjs'
import { serverEnvironment } from './server-environment.mjs'

/**
 * Starts the database and the server. Stops them in the other order.
 *
 * @param {object} options
 * @param {string} options.root
 * @param {string} options.dataDirectory absolute path
 * @param {NodeJS.ProcessEnv} options.env
 * @param {import('./stop-request.mjs').StopRequest} options.stop
 * @param {{ release: () => void } | undefined} options.lock the lock on the data directory
 * @param {string} options.entry the server's file, relative to root
 * @returns {Promise<number>} 0 when it was asked to stop, else the server's exit code
 */
export async function serve({ root, dataDirectory, env, stop, lock, entry }) {
  const database = await openDatabase({ dataDirectory, lock })
  try {
    if (stop.requested.aborted) return 0
    return await runApplication({
      root,
      entry,
      stop,
      recordFile: database.isEmbedded ? `${dataDirectory}/server.json` : undefined,
      env: {
        NODE_ENV: 'production',
        ...env,
        ...serverEnvironment({ dataDirectory, databaseUrl: database.url }),
      },
    })
  } finally {
    await database.close()
  }
}
