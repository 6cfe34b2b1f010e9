// Checks the shape of the repository: the imports between packages, file names, the route tree against the
// endpoint table, the files that documents name. Prints one line for each problem.
import path from 'node:path'
import { findProblems } from './structure/find-problems.mjs'

const problems = await findProblems(path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..')))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
