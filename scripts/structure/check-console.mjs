import path from 'node:path'
import { importsOf, sourcesOf } from './read-project.mjs'

const CONSOLE = 'apps/web/src/console/'
// The console's folders from the bottom up. Each may import itself and those before it.
const FOLDERS = ['trpc', 'queries', 'components', 'templates', 'features', 'frame']

/**
 * Inside the console imports go one way, and no feature imports another feature.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]}
 */
export function checkConsole(project) {
  return sourcesOf(project)
    .filter((file) => file.path.startsWith(CONSOLE))
    .flatMap((file) => importsOf(file).flatMap((specifier) => problemOf(file.path, specifier)))
}

/** @param {string} file @param {string} specifier @returns {string[]} */
function problemOf(file, specifier) {
  const target = pathOf(file, specifier)
  if (!target?.startsWith(CONSOLE)) return []
  const [from = '', fromFeature] = file.slice(CONSOLE.length).split('/')
  const [to = '', toFeature] = target.slice(CONSOLE.length).split('/')
  if (FOLDERS.indexOf(to) > FOLDERS.indexOf(from)) {
    return [`${file}: imports ${specifier}; ${from}/ is below ${to}/. Move what both need down.`]
  }
  if (from === 'features' && to === 'features' && fromFeature !== toFeature) {
    return [
      `${file}: imports the feature ${toFeature}. Move what both need to queries/, components/ or templates/.`,
    ]
  }
  return []
}

/** @param {string} file @param {string} specifier @returns {string | null} null: not a file of this application */
function pathOf(file, specifier) {
  if (specifier.startsWith('#web/')) return `apps/web/src/${specifier.slice('#web/'.length)}`
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : null
}
