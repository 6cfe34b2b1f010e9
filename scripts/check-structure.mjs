// Holds the shape of the repository: who imports whom, what files are called, that the route tree is the endpoint
// table, that documents name files that exist. Prints what is wrong, one line each.
import path from 'node:path'
import { checkDocblocks } from './structure/check-docblocks.mjs'
import { checkDocuments } from './structure/check-documents.mjs'
import { checkDoors } from './structure/check-doors.mjs'
import { checkImports } from './structure/check-imports.mjs'
import { checkNames } from './structure/check-names.mjs'
import { checkPackages } from './structure/check-packages.mjs'
import { checkRoutes } from './structure/check-routes.mjs'
import { readProject } from './structure/read-project.mjs'

const RULES = [
  checkImports,
  checkDoors,
  checkNames,
  checkPackages,
  checkDocblocks,
  checkDocuments,
  checkRoutes,
]

const project = readProject(path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..')))
const problems = (await Promise.all(RULES.map((rule) => rule(project)))).flat()
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
