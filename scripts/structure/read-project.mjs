import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * @typedef {object} File
 * @property {string} path from the root, with slashes
 * @property {string} home folder of its package, such as packages/agent; else its first folder
 * @property {boolean} isTest a test, or a file that only tests use
 * @property {string} text empty unless it is source or a document
 *
 * @typedef {{ root: string, folders: string[], files: File[] }} Project
 */

const SKIPPED = /^(node_modules|generated|dist|test-results|playwright-report|\..+)$/
const IS_READ = /\.(ts|tsx|mjs|md)$/
const IS_TEST = /\.(test|spec)\.tsx?$|\/fixtures\/|\/testing\.ts$|\/(testing|conformance)\//

/**
 * Reads the repository's own files: nothing installed, generated or hidden.
 *
 * @param {string} root
 * @returns {Project}
 */
export function readProject(root) {
  /** @type {Project} */
  const project = { root, folders: [], files: [] }
  const visit = (/** @type {string} */ folder) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const name = path.posix.join(folder, entry.name)
      if (SKIPPED.test(entry.name)) continue
      if (entry.isDirectory()) {
        project.folders.push(name)
        visit(name)
      } else project.files.push(readFile(root, name))
    }
  }
  visit('')
  return project
}

/** @param {string} root @param {string} name @returns {File} */
function readFile(root, name) {
  const [first = '', second = ''] = name.split('/')
  const isPackage = first === 'packages' || first === 'apps'
  return {
    path: name,
    home: isPackage ? `${first}/${second}` : first,
    isTest: IS_TEST.test(name),
    text: IS_READ.test(name) ? readFileSync(path.join(root, name), 'utf8') : '',
  }
}

/**
 * The source files of packages and apps, documents left out.
 *
 * @param {Project} project
 * @returns {File[]}
 */
export function sourcesOf({ files }) {
  return files.filter((file) => /^(packages|apps)\//.test(file.home) && /\.(tsx?|mjs)$/.test(file.path))
}

const IMPORTS = [
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/g,
]

/**
 * What a file imports, as written.
 *
 * @param {File} file
 * @returns {string[]}
 */
export function importsOf({ text }) {
  return IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, specifier]) => String(specifier)))
}
