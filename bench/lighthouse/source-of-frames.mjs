import { readFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import path from 'node:path'

/** @typedef {import('../profile/sample-cpu.mjs').Profile} Profile */

/** The first mapping of a function is looked for in this many columns from its beginning. */
const MOST_COLUMNS = 2000
const PROJECT = 'turbopack:///[project]/'
const RUNTIME = 'turbopack:///[turbopack]/'

/**
 * Replaces the chunk of each frame by the file that its function was written in. Needs the source maps of a build with
 * `PARLEY_SOURCE_MAPS=1`.
 *
 * @param {Profile} profile @param {string} folder of the chunks
 * @returns {Promise<Profile>}
 */
export async function withSources(profile, folder) {
  const chunks = new Map()
  for (const { callFrame } of profile.nodes) {
    const name = /\/_next\/static\/chunks\/([^/?]+\.js)/.exec(callFrame.url)?.[1]
    if (name && !chunks.has(callFrame.url))
      chunks.set(callFrame.url, await readChunk(path.join(folder, name)))
  }
  const nodes = profile.nodes.map((node) => {
    const chunk = chunks.get(node.callFrame.url)
    return chunk ? { ...node, callFrame: { ...node.callFrame, url: sourceOf(chunk, node.callFrame) } } : node
  })
  return { ...profile, nodes }
}

/** @param {string} file */
async function readChunk(file) {
  const script = await readFile(file, 'utf8')
  const name = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(script)?.[1]
  if (!name) throw new Error(`${file} has no source map. Build the console with PARLEY_SOURCE_MAPS=1.`)
  const map = new SourceMap(JSON.parse(await readFile(path.join(path.dirname(file), name), 'utf8')))
  // `mark-scripts.ts` puts a line above large scripts.
  return { map, lineBefore: script.startsWith('//# allFunctionsCalledOnLoad') ? 1 : 0 }
}

/**
 * Uses the first mapping at or after the beginning of a function, which is inside the function. The last mapping before
 * the beginning may be of another module.
 *
 * @param {{ map: SourceMap, lineBefore: number }} chunk @param {{ url: string, lineNumber: number, columnNumber: number }} frame
 */
function sourceOf({ map, lineBefore }, { url, lineNumber, columnNumber }) {
  const line = lineNumber - lineBefore
  for (let column = columnNumber; column < columnNumber + MOST_COLUMNS; column++) {
    const entry = map.findEntry(line, column)
    if ('originalSource' in entry && entry.generatedLine === line && entry.generatedColumn >= columnNumber)
      return pathOf(entry.originalSource)
  }
  return url
}

/** @param {string} source @returns {string} a path that names the package: Next.js holds React inside itself */
function pathOf(source) {
  return source
    .replace(RUNTIME, '/node_modules/turbopack/')
    .replace(PROJECT, '/')
    .replace('/next/dist/compiled/', '/')
}
