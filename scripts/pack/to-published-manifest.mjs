/** @typedef {Record<string, unknown> & { publishConfig?: Record<string, unknown>, dependencies?: Record<string, string>, scripts?: Record<string, string> }} Manifest */

// These fields of publishConfig replace those of the manifest; the rest are settings of the registry.
const REPLACED = ['exports', 'main', 'types', 'bin']

/**
 * Returns the manifest to publish: with `publishConfig` applied, versions from the workspace's catalog, and
 * without fields that only development needs.
 *
 * @param {Manifest} manifest
 * @param {string} workspace text of pnpm-workspace.yaml
 * @param {ReadonlyMap<string, string>} siblings versions of the published packages of the workspace
 * @returns {Manifest}
 * @throws {Error} when a dependency is not in the catalog, or is a package of the workspace that is not published
 */
export function toPublishedManifest({ publishConfig = {}, ...manifest }, workspace, siblings) {
  const { devDependencies: _, scripts: __, ...kept } = manifest
  const catalog = readCatalog(workspace)
  const settings = Object.entries(publishConfig)
  const dependencies = Object.entries(manifest.dependencies ?? {}).map(([name, version]) => [
    name,
    resolveVersion(name, version, version.startsWith('workspace:') ? siblings : catalog),
  ])
  return {
    ...kept,
    ...Object.fromEntries(settings.filter(([key]) => REPLACED.includes(key))),
    publishConfig: Object.fromEntries(settings.filter(([key]) => !REPLACED.includes(key))),
    dependencies: Object.fromEntries(dependencies),
  }
}

/** @param {string} name @param {string} version @param {ReadonlyMap<string, string>} known */
function resolveVersion(name, version, known) {
  if (!/^(catalog|workspace):/.test(version)) return version
  const exact = known.get(name)
  if (exact !== undefined) return exact
  throw new Error(
    version === 'catalog:'
      ? `${name} is not in the catalog of pnpm-workspace.yaml.`
      : `${name} is not published. Bundle it or publish it first.`,
  )
}

/** @param {string} workspace @returns {Map<string, string>} versions by package */
function readCatalog(workspace) {
  const block = /^catalog:\n((?: {2}.*\n)+)/m.exec(workspace)?.[1] ?? ''
  const entries = [...block.matchAll(/^ {2}"?([^":\n]+)"?: "?([^"\n]+)"?$/gm)]
  return new Map(entries.map(([, name, version]) => [String(name), String(version)]))
}
