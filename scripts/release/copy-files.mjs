import { chmodSync, copyFileSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/**
 * Copies the files of a release into a folder, with the links between them.
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
}
