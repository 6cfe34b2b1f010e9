import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** A file of an installed package. */
const IN_PACKAGE = /^(?<folder>.*node_modules\/(?<name>(?:@[^/]+\/)?[^/]+))\//
const HERE = `linux-${process.arch}`

/**
 * Replaces the parts of a release that are for this machine's processor by those for another processor: Node.js and
 * packages, all of the same versions. The archives of the packages have the hashes of `pnpm-lock.yaml`. The parts are
 * laid below `stage` as they lie in the release.
 *
 * @param {object} release
 * @param {string} release.root the folder of the project
 * @param {readonly string[]} release.files relative to it
 * @param {string} release.arch the processor, as Node.js names it
 * @param {string} release.stage an empty folder
 * @param {(spec: string, folder: string) => string} fetchPackage writes the archive of a package into a folder and returns the file
 * @returns {{ files: string[], placeOf: (file: string) => string, node: string }} the files, where the bytes of each are, and the program of Node.js
 * @throws {Error} when an archive is another one than the lock file says
 */
export function takeNativePackages({ root, files, arch, stage }, fetchPackage) {
  const rename = (/** @type {string} */ text) => text.replaceAll(HERE, `linux-${arch}`)
  const native = files.filter((file) => file.includes(HERE))
  for (const file of native) layLink(path.join(root, file), path.join(stage, rename(file)), rename)
  for (const [folder, name] of packagesOf(native)) {
    const { version } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
    const archive = fetchPackage(`${rename(name)}@${version}`, stage)
    checkHash(archive, { spec: `${rename(name)}@${version}`, root })
    unpack(archive, path.join(stage, rename(folder)))
  }
  const node = path.join(stage, 'node')
  unpack(fetchPackage(`node-linux-${arch}@${process.versions.node}`, stage), node)
  return {
    files: files.map(rename).sort(),
    placeOf: (file) => {
      const staged = path.join(stage, file)
      return lstatSync(staged, { throwIfNoEntry: false }) ? staged : path.join(root, file)
    },
    node: path.join(node, 'bin/node'),
  }
}

/** @param {string} from @param {string} to @param {(text: string) => string} rename */
function layLink(from, to, rename) {
  if (!lstatSync(from).isSymbolicLink()) return
  mkdirSync(path.dirname(to), { recursive: true })
  symlinkSync(rename(readlinkSync(from)), to)
}

/** @param {readonly string[]} files @returns {Map<string, string>} names of the packages for this processor, by their folders */
function packagesOf(files) {
  const found = files.flatMap((file) => {
    const { folder = '', name = '' } = IN_PACKAGE.exec(file)?.groups ?? {}
    return name.includes(HERE) ? [/** @type {[string, string]} */ ([folder, name])] : []
  })
  return new Map(found)
}

/** @param {string} archive @param {{ spec: string, root: string }} expected */
function checkHash(archive, { spec, root }) {
  const lock = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8')
  const [, entry = ''] = lock.split(`  '${spec}':\n    resolution: `)
  const [, hash] = /^\{integrity: sha512-([^}]+)\}/.exec(entry) ?? []
  if (!hash) throw new Error(`pnpm-lock.yaml has no hash of ${spec}.`)
  const found = createHash('sha512').update(readFileSync(archive)).digest('base64')
  if (found !== hash) throw new Error(`The archive of ${spec} is not the one that pnpm-lock.yaml names.`)
}

/** @param {string} archive of npm @param {string} folder */
function unpack(archive, folder) {
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', folder])
}
