import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const DOCUMENT = /^(README|ARCHITECTURE|CONTRIBUTING|CHANGELOG)\.md$|^docs\/.*\.md$/
const LINK = /\]\(([^)\s]+)\)/g
const CODE = /`([^`\n]+)`|^ {0,3}```[^\n]*\n([\s\S]*?)^ {0,3}```/gm
const PATH_LIKE = /^[\w@.()[\]*-]+(\/[\w@.()[\]*-]+)+\/?$/
const HAS_EXTENSION = /\.(ts|tsx|mjs|md|json|sql|prisma|yaml)$/

/**
 * Every path that a document names exists.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]}
 */
export function checkDocuments({ root, files }) {
  const tops = new Set(readdirSync(root))
  return files
    .filter((file) => DOCUMENT.test(file.path))
    .flatMap((file) => {
      const missing = [...linksIn(file.text), ...pathsIn(file.text, tops)].filter(
        (name) => !placesFor(name, file, files).some((place) => existsSync(path.join(root, place))),
      )
      return [...new Set(missing)].map((name) => `${file.path}: names ${name}, which does not exist.`)
    })
}

/** @param {string} text @returns {string[]} */
function linksIn(text) {
  return [...text.matchAll(LINK)]
    .map(([, target]) => String(target).replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
}

/** @param {string} text @param {Set<string>} tops names in the root @returns {string[]} */
function pathsIn(text, tops) {
  const words = [...text.matchAll(CODE)].flatMap(([, inline, block]) =>
    String(inline ?? block).split(/[\s,;"'=]+/),
  )
  return words
    .filter((word) => PATH_LIKE.test(word))
    .filter((word) => tops.has(String(word.split('/')[0])) || HAS_EXTENSION.test(word))
    .map((word) => word.replace(/\/?[^/]*\*.*$/, ''))
}

/**
 * A document may name a path from the root, from its own folder, or from a package.
 *
 * @param {string} name
 * @param {import('./read-project.mjs').File} file
 * @param {import('./read-project.mjs').File[]} files
 * @returns {string[]}
 */
function placesFor(name, file, files) {
  const homes = new Set(files.map(({ home }) => home))
  const bases = ['', path.dirname(file.path), 'packages', ...homes]
  return bases.map((base) => path.join(base, name))
}
