import { existsSync, readdirSync, watch } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * @typedef {object} SourceWatcher
 * @property {() => Promise<string>} nextChange resolves with the path, relative to the root, of the first source that
 *   changed since the last call resolved
 * @property {() => void} close
 */

// Editors write several files at once, and one write can cause several events.
const SETTLE_MS = 60
// Next.js watches these folders and reloads their pages.
const PAGES = ['app', 'src/console']
const IS_SOURCE = /\.(?:ts|tsx|mjs|json|prisma)$/
const IS_TEST = /\.test\.tsx?$|(?:^|\/)testing(?:\/|\.ts$)/

/**
 * Watches the sources of the server process: all packages, and the application without its pages.
 *
 * @param {string} root the folder of the project
 * @returns {SourceWatcher}
 */
export function watchSources(root) {
  /** @type {string | undefined} */
  let changed
  let announce = () => {}
  const watchers = serverFolders(root).map((folder) =>
    watch(path.join(root, folder), { recursive: true }, (_event, name) => {
      if (!name || !isServerSource(path.posix.join(folder, name))) return
      changed = path.posix.join(folder, name)
      announce()
    }),
  )
  return {
    async nextChange() {
      if (!changed) await new Promise((resolve) => (announce = () => resolve(undefined)))
      const file = String(changed)
      await sleep(SETTLE_MS)
      changed = undefined
      return file
    },
    close() {
      for (const watcher of watchers) watcher.close()
    },
  }
}

/** @param {string} root @returns {string[]} */
function serverFolders(root) {
  const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}/src`)
  return [...packages, 'apps/web/src'].filter((folder) => existsSync(path.join(root, folder)))
}

/** @param {string} file relative to the root */
function isServerSource(file) {
  const isPage = PAGES.some((folder) => file.startsWith(`apps/web/${folder}/`))
  return IS_SOURCE.test(file) && !IS_TEST.test(file) && !isPage
}
