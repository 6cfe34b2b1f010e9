import { chmodSync, copyFileSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/**
 * Copies the files of a release into a folder, with the links between them.
 *
 * @param {readonly string[]} files relative to the release
 * @param {(file: string) => string} placeOf where the bytes of a file are
 * @param {string} target an empty folder
 */
export function copyFiles(files, placeOf, target) {
  for (const file of files) {
    const from = placeOf(file)
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
