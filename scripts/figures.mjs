// `node scripts/figures.mjs [folder]`: prints the figures about the structure of a checkout that the decision
// pages quote.
import path from 'node:path'
import { checkCircles } from './structure/check-circles.mjs'
import { findSharedTypeNames } from './structure/check-type-names.mjs'
import { importsOf, readProject, sourcesOf } from './structure/read-project.mjs'

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'))
const project = readProject(root)
// Generated files are recognised by their first line.
const GENERATED = /^\/\/ Digest of /
const production = sourcesOf(project).filter((file) => !file.isTest && !GENERATED.test(file.text))
const lengths = production
  .map(({ path: name, text }) => ({ name, lines: text.split('\n').length - 1 }))
  .toSorted((a, b) => b.lines - a.lines)

console.table({
  'lines of production code': lengths.reduce((sum, { lines }) => sum + lines, 0),
  'production files': lengths.length,
  'longest file': `${lengths[0]?.lines} lines, ${lengths[0]?.name}`,
  'type names declared by several packages': findSharedTypeNames(project).length,
  'folders whose imports lead back to them': checkCircles(project).length,
  'imports of a feature by another feature': countFeatureImports(),
  'API route files': production.filter(({ path: name }) => /^apps\/web\/app\/api\/.*route\.ts$/.test(name))
    .length,
})

/** @returns {number} */
function countFeatureImports() {
  return production.filter((file) => {
    const [, own] = /\/features\/([\w-]+)\//.exec(file.path) ?? []
    return (
      own !== undefined &&
      importsOf(file).some((specifier) => {
        const target = specifier.startsWith('.')
          ? path.posix.join(path.posix.dirname(file.path), specifier)
          : specifier
        const [, other] = /\/features\/([\w-]+)\//.exec(target) ?? []
        return other !== undefined && other !== own
      })
    )
  }).length
}
