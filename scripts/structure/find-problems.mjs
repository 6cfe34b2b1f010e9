import { checkCircles } from './check-circles.mjs'
import { checkCitations } from './check-citations.mjs'
import { checkConsole } from './check-console.mjs'
import { checkDocblocks } from './check-docblocks.mjs'
import { checkDocuments } from './check-documents.mjs'
import { checkDoors } from './check-doors.mjs'
import { checkImports } from './check-imports.mjs'
import { checkLanguage } from './check-language.mjs'
import { checkMigrations } from './check-migrations.mjs'
import { checkMocks } from './check-mocks.mjs'
import { checkNames } from './check-names.mjs'
import { checkPackages } from './check-packages.mjs'
import { checkRoutes } from './check-routes.mjs'
import { checkSettings } from './check-settings.mjs'
import { checkTypeNames } from './check-type-names.mjs'
import { checkPackageTable } from './package-table.mjs'
import { readProject } from './read-project.mjs'

const RULES = [
  checkImports,
  checkCircles,
  checkConsole,
  checkDoors,
  checkNames,
  checkTypeNames,
  checkPackages,
  checkPackageTable,
  checkDocblocks,
  checkDocuments,
  checkCitations,
  checkLanguage,
  checkMigrations,
  checkMocks,
  checkRoutes,
  checkSettings,
]

/**
 * Applies every rule about the shape of the repository.
 *
 * @param {string} root absolute path of the repository
 * @returns {Promise<string[]>} one sentence for each problem, which begins with the path it is about
 */
export async function findProblems(root) {
  const project = readProject(root)
  return (await Promise.all(RULES.map((rule) => rule(project)))).flat()
}
