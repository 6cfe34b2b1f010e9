import path from 'node:path'
import { importsOf, sourcesOf } from './read-project.mjs'

/**
 * An import that leads from one entry of a folder to another. An entry is a file or a folder.
 *
 * @typedef {{ from: string, to: string, file: string, specifier: string }} Arrow
 */

/**
 * Inside a package, folders and files import each other one way: none imports itself by way of the folders and files
 * beside it. Imports of types count. Imports of tests and of the package's `index.ts` do not.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]} one problem for each circle, with an import for each of its arrows
 */
export function checkCircles(project) {
  const files = sourcesOf(project).filter((file) => !file.isTest && !file.path.endsWith('/index.ts'))
  const arrows = files.flatMap(arrowsOf)
  const levels = Map.groupBy(arrows, ({ from }) => path.posix.dirname(from))
  return [...levels.values()].flatMap(circlesOf)
}

/**
 * An import leads from one entry of the folder that holds both files to another entry of it.
 *
 * @param {import('./read-project.mjs').File} file
 * @returns {Arrow[]}
 */
function arrowsOf(file) {
  return importsOf(file).flatMap((specifier) => {
    const target = targetOf(file, path.posix.dirname(file.path), specifier)
    if (!target) return []
    const [own, other] = [file.path.split('/'), target.split('/')]
    const level = own.findIndex((name, index) => name !== other[index])
    if (level < 0) return []
    const [from, to] = [own, other].map((names) => names.slice(0, level + 1).join('/'))
    return from && to ? [{ from, to, file: file.path, specifier }] : []
  })
}

/**
 * @param {import('./read-project.mjs').File} file
 * @param {string} folder the file's folder
 * @param {string} specifier
 * @returns {string | undefined} the imported file, undefined when it belongs to another package
 */
function targetOf(file, folder, specifier) {
  if (specifier.startsWith('#web/')) return `${file.home}/src/${specifier.slice('#web/'.length)}`
  return specifier.startsWith('.') ? path.posix.join(folder, specifier) : undefined
}

/** @param {Arrow[]} arrows @returns {string[]} */
function circlesOf(arrows) {
  const problems = []
  const reported = new Set()
  const folders = arrows.filter(({ from, file }) => from !== file)
  for (const from of new Set([...folders, ...arrows].map((arrow) => arrow.from))) {
    if (reported.has(from)) continue
    const circle = shortestCircle(arrows, from)
    if (!circle) continue
    for (const arrow of circle) reported.add(arrow.from)
    const steps = circle.map(({ file, specifier }) => `${file} imports ${specifier}`)
    problems.push(`${from}: its imports lead back to it (${steps.join('; ')}). Move what both need down.`)
  }
  return problems
}

/**
 * @param {Arrow[]} arrows
 * @param {string} start
 * @returns {Arrow[] | undefined} the arrows of the shortest way from an entry back to itself
 */
function shortestCircle(arrows, start) {
  /** @type {Map<string, Arrow[]>} */
  const ways = new Map()
  /** @type {[string, Arrow[]][]} */
  const queue = [[start, []]]
  for (const [folder, way] of queue) {
    for (const arrow of arrows.filter(({ from }) => from === folder)) {
      const longer = [...way, arrow]
      if (arrow.to === start) return longer
      if (ways.has(arrow.to)) continue
      ways.set(arrow.to, longer)
      queue.push([arrow.to, longer])
    }
  }
  return undefined
}
