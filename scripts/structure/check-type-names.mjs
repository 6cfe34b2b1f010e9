import { sourcesOf } from './read-project.mjs'

const DECLARATION = /^export (?:declare )?(?:type|interface) (\w+)\b(?!\s*[,}])/gm

/**
 * One name means one type: no two packages export a type or interface of the same name. Tests do not count.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]} one problem for each name, about its first declaration
 */
export function checkTypeNames(project) {
  return findSharedTypeNames(project).map(
    ({ name, first, others }) =>
      `${first}: ${others.join(', ')} also exports a type ${name}. Declare a shared record once, in packages/domain; give different things different names.`,
  )
}

/**
 * Finds the type names that more than one package exports.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {{ name: string, first: string, others: string[] }[]} the files of their declarations
 */
export function findSharedTypeNames(project) {
  const declarations = sourcesOf(project)
    .filter((file) => !file.isTest)
    .flatMap(({ path, home, text }) =>
      [...text.matchAll(DECLARATION)].map(([, name]) => ({ name: String(name), path, home })),
    )
  return [...Map.groupBy(declarations, ({ name }) => name)].flatMap(([name, found]) => {
    const [first] = found
    const others = found.filter(({ home }) => home !== first?.home).map(({ path }) => path)
    return first && others.length > 0 ? [{ name, first: first.path, others }] : []
  })
}
