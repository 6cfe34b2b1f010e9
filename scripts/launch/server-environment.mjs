import path from 'node:path'

/**
 * Node's flags for the server. Its start fills V8's half spaces for new objects, which by default grow to 64 MiB each and
 * stay resident: an idle server then holds 100 MiB more (bench/README.md).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8']

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
