import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * Returns the software bill of materials of a release in the form of CycloneDX 1.6, with licences: Node.js, every package of
 * which the release holds a file, and the packages that the console depends on, whose code is in its scripts. The same
 * release gives the same document.
 *
 * @see https://cyclonedx.org/docs/1.6/json/
 * @param {object} release
 * @param {string} release.root the folder of the project
 * @param {readonly string[]} release.files relative to the release
 * @param {(file: string) => string} release.placeOf where the bytes of a file are
 * @param {string} release.version
 * @param {Date} release.committedAt
 * @returns {object}
 */
export function listComponents({ root, files, placeOf, version, committedAt }) {
  const folders = new Set(
    files.map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/./.exec(file)?.[1] ?? ''),
  )
  folders.delete('')
  const held = [...folders].sort().map(placeOf)
  const packages = [...held, ...listOfConsole(root)].flatMap(describePackage)
  const components = [describe('node', process.versions.node, 'MIT'), ...packages]
  const unique = [...new Map(components.map((component) => [component['bom-ref'], component])).values()]
  const digest = createHash('sha256').update(JSON.stringify(unique)).digest('hex')
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    // A UUID of version 8 made from the content.
    serialNumber: `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
    version: 1,
    metadata: {
      timestamp: committedAt.toISOString(),
      component: {
        type: 'application',
        name: 'parley',
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components: unique,
  }
}

/**
 * The packages that the console depends on, and those that they depend on. Types and optional parts are in no script.
 *
 * @param {string} root
 * @returns {string[]} folders
 */
function listOfConsole(root) {
  const found = new Set()
  const folders = [path.join(root, 'apps/web')]
  for (const folder of folders) {
    const description = path.join(folder, 'package.json')
    const { dependencies = {} } = JSON.parse(readFileSync(description, 'utf8'))
    const places = createRequire(description).resolve.paths('x') ?? []
    for (const name of Object.keys(dependencies).sort()) {
      if (/^@(types|parley)\//.test(name)) continue
      const installed = places.map((place) => path.join(place, name)).find((place) => existsSync(place))
      const own = installed && realpathSync(installed)
      if (!own || found.has(own)) continue
      found.add(own)
      folders.push(own)
    }
  }
  return [...found].sort()
}

/** @param {string} folder @returns {ReturnType<typeof describe>[]} nothing where the folder is no package */
function describePackage(folder) {
  try {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    return name && version && !name.startsWith('@parley/') ? [describe(name, version, license)] : []
  } catch {
    return []
  }
}

/** @param {string} name @param {string} version @param {unknown} license */
function describe(name, version, license) {
  const purl =
    name === 'node' ? `pkg:generic/node@${version}` : `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(typeof license === 'string' && { licenses: [{ expression: license }] }),
  }
}
