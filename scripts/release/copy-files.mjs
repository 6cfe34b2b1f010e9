import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

const SERVER_FILES = 'apps/web/.next/required-server-files.json'

/**
 * Copies the files of a release into a folder, with the links between them. The folder of the build is taken out of the
 * one file that names it, so that the place of a build does not change its bytes.
 *
 * @param {string} root the folder of the project
 * @param {readonly string[]} files relative to it
 * @param {string} target an empty folder
 */
export function copyFiles(root, files, target) {
  for (const file of files) {
    const from = path.join(root, file)
    const found = lstatSync(from, { throwIfNoEntry: false })
    if (!found || found.isDirectory()) continue
    const to = path.join(target, file)
    mkdirSync(path.dirname(to), { recursive: true })
    if (found.isSymbolicLink()) {
      symlinkSync(readlinkSync(from), to)
      continue
    }
    copyFileSync(from, to)
    chmodSync(to, found.mode & 0o111 ? 0o755 : 0o644)
  }
  const text = readFileSync(path.join(root, SERVER_FILES), 'utf8')
  writeFileSync(path.join(target, SERVER_FILES), text.replaceAll(JSON.stringify(root).slice(1, -1), '.'))
}
