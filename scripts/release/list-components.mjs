import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Returns the software bill of materials of a release in the form of CycloneDX 1.6: Node.js and every package of which
 * the release holds a file, with its licence. The same release gives the same document.
 *
 * @see https://cyclonedx.org/docs/1.6/json/
 * @param {{ root: string, files: readonly string[], version: string, committedAt: Date }} release
 * @returns {object}
 */
export function listComponents({ root, files, version, committedAt }) {
  const folders = new Set(
    files.map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/./.exec(file)?.[1] ?? ''),
  )
  folders.delete('')
  const packages = [...folders].sort().flatMap((folder) => describePackage(path.join(root, folder)))
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
