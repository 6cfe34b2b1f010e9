// The manifest of a published package. `prepack` and `postpack` of a package call this with `apply` and `restore`, so
// that `npm pack` makes the same package as `pnpm pack`: npm knows neither `catalog:` nor `publishConfig.exports`.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { toPublishedManifest } from './pack/to-published-manifest.mjs'

const MANIFEST = 'package.json'
const ORIGINAL = 'package.json.original'
const WORKSPACE = path.join(import.meta.dirname, '../pnpm-workspace.yaml')

if (process.argv[2] === 'restore') restore()
else apply()

function apply() {
  // A pack that was killed leaves it behind.
  restore()
  const text = readFileSync(MANIFEST, 'utf8')
  const published = toPublishedManifest(JSON.parse(text), readFileSync(WORKSPACE, 'utf8'), readSiblings())
  writeFileSync(ORIGINAL, text)
  writeFileSync(MANIFEST, `${JSON.stringify(published, null, 2)}\n`)
}

/** @returns {Map<string, string>} the versions of the packages beside this one that are published */
function readSiblings() {
  const manifests = readdirSync('..')
    .map((name) => path.join('..', name, MANIFEST))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')))
  return new Map(
    manifests.filter(({ publishConfig }) => publishConfig).map(({ name, version }) => [name, version]),
  )
}

function restore() {
  if (existsSync(ORIGINAL)) renameSync(ORIGINAL, MANIFEST)
}
