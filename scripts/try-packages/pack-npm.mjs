import { cpSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { runProgram } from './run-program.mjs'

/**
 * Packs packages with npm. Packs copies, because packing changes the manifests for a moment.
 *
 * @param {string} root the repository
 * @param {string} folder where the copies and the tarballs go
 * @param {readonly string[]} packages names of folders in `packages`
 * @returns {string[]} the tarballs
 */
export function packNpm(root, folder, packages) {
  for (const name of ['scripts', 'pnpm-workspace.yaml', 'tsconfig.base.json'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  for (const name of packages) {
    const from = path.join(root, 'packages', name)
    const copy = path.join(folder, 'packages', name)
    const isSource = (/** @type {string} */ file) => !/node_modules|dist/.test(path.relative(from, file))
    cpSync(from, copy, { recursive: true, filter: isSource })
    symlinkSync(path.join(from, 'node_modules'), path.join(copy, 'node_modules'))
  }
  return packages.map((name) => {
    const copy = path.join(folder, 'packages', name)
    const [packed] = JSON.parse(runProgram('npm', ['pack', '--json', '--silent'], { cwd: copy }))
    return path.join(copy, packed.filename)
  })
}
