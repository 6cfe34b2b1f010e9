// Holds the shape of the repository: which package imports which, what files are called, that the route tree is the
// endpoint table, that documents name files that exist. Prints one line for each problem.
import path from 'node:path'
import { findProblems } from './structure/find-problems.mjs'

const problems = await findProblems(path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..')))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
