import path from 'node:path'

/** The built service, relative to the project or the release. */
export const BUILT_SERVICE = 'apps/web/.next/service/server.mjs'

/**
 * Node's flags for the server. The first bounds V8's half spaces for new objects, in MiB. The objects of 64 calls under
 * way nearly fill 8 MiB, so each collection copied most of them. 16 MiB save a fifth of the processor time of a call.
 * 32 MiB save no more and take 40 MiB more under load (bench/README.md). The second keeps V8 from collecting everything
 * whenever the server was idle for some seconds, after which the next requests take twice as long (decision 0152). The
 * third lets the old objects double before V8 collects everything. Without it V8 did so for each 8 MB at a few turns a
 * second (decision 0159).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16', '--no-memory-reducer', '--heap-growing-percent=100']

/**
 * Lets all threads share two arenas of the C library's allocator. By default each takes one for itself and keeps what it
 * needed once, 13 to 20 MiB in all (https://sourceware.org/glibc/manual/latest/html_node/Memory-Allocation-Tunables.html).
 */
export const SERVER_ALLOCATOR = { MALLOC_ARENA_MAX: '2' }

/**
 * What a server finds in its environment beside the settings of its operator. Node keeps compiled modules in the data
 * directory, which only the service can write; the second start needs a third less processor time
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
    ...SERVER_ALLOCATOR,
  }
}
