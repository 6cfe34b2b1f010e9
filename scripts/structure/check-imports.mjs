import path from 'node:path'
import { IMPORTS_ALLOWED } from './imports-allowed.mjs'
import { importsOf, sourcesOf } from './read-project.mjs'

// The HTTP shell in front of the console hands requests to the API.
const SHELL = ['contract', 'domain', 'errors', 'core', 'api', 'telemetry']
const CONSOLE = ['contract', 'sdk', 'ledger', 'api']
// Files without imports. Pages may use them too, although they may not use the rest of these packages.
const LEAVES = new Set([
  '@parley/data/chart-theme',
  '@parley/domain/column-type',
  '@parley/domain/reserved-words',
])
// The server's two roots and its configuration may import every package. The rest of the application is the
// console.
const ROOTS =
  /^apps\/web\/(server\.ts$|src\/(env|read-object-store|read-sql-cluster)\.ts$|src\/composition[./])/

/**
 * Imports go one way, by the table of `IMPORTS_ALLOWED`, and packages are imported by their name.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]}
 */
export function checkImports(project) {
  return sourcesOf(project)
    .filter((file) => !file.isTest)
    .flatMap((file) => importsOf(file).flatMap((specifier) => problemOf(file, specifier)))
}

/** @param {import('./read-project.mjs').File} file @param {string} specifier @returns {string[]} */
function problemOf(file, specifier) {
  if (specifier.startsWith('.')) {
    const target = path.posix.join(path.posix.dirname(file.path), specifier)
    if (target.startsWith(`${file.home}/`)) return []
    return [
      `${file.path}: imports ${specifier}, which lies outside its package. Import the package by its name.`,
    ]
  }
  if (LEAVES.has(specifier)) return []
  const [, wanted, door] = /^@parley\/([^/]+)(\/testing)?/.exec(specifier) ?? []
  if (!wanted) return []
  if (door) return [`${file.path}: imports ${specifier}, which is for tests only.`]
  const allowed = allowedIn(file)
  if (!allowed || allowed.includes(wanted)) return []
  const list = allowed.length > 0 ? allowed.join(', ') : 'no other package'
  return [`${file.path}: imports ${specifier}; ${file.home} may import ${list}.`]
}

/** @param {import('./read-project.mjs').File} file @returns {readonly string[] | undefined} undefined: everything */
function allowedIn({ path: name, home }) {
  if (ROOTS.test(name)) return undefined
  if (name.startsWith('apps/web/src/shell/')) return SHELL
  return home.startsWith('apps/') ? CONSOLE : (IMPORTS_ALLOWED[home.slice('packages/'.length)] ?? [])
}
