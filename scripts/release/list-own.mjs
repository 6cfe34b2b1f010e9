import { readdirSync } from 'node:fs'
import path from 'node:path'

const NAMED = [
  'LICENSE',
  'SECURITY.md',
  'package.json',
  '.env.example',
  '.dockerignore',
  'packages/data/src/sandbox/enter-root.sh',
  'packages/data/src/sandbox/restrict.pl',
]
/** Whole folders: migrations are applied at the start, and the files of `deploy` are for the operator. */
const FOLDERS = ['deploy', 'prisma/migrations']

/**
 * Lists the project's own files in a release that no program imports, relative to the project.
 *
 * @param {string} root the folder of the project
 * @returns {string[]}
 */
export function listOwn(root) {
  const descriptions = ['packages', 'apps'].flatMap((home) =>
    readdirSync(path.join(root, home)).map((name) => `${home}/${name}/package.json`),
  )
  const whole = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  )
  return [...NAMED, ...whole, ...descriptions]
}
