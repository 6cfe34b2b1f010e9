import path from 'node:path'

/**
 * What a server finds in its environment beside the settings of its operator. Node keeps compiled modules in the data
 * directory, which only the service can write; the second start needs a third less of the processor
 * (https://nodejs.org/docs/latest-v24.x/api/module.html#module-compile-cache).
 *
 * @param {{ dataDirectory: string, databaseUrl: string }} found
 * @returns {NodeJS.ProcessEnv}
 */
export function serverEnvironment({ dataDirectory, databaseUrl }) {
  return {
    DATABASE_URL: databaseUrl,
    PARLEY_DATA_DIR: dataDirectory,
    NODE_COMPILE_CACHE: path.join(dataDirectory, 'compile-cache'),
  }
}
