import { dirname, join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

const FOLDER = join(import.meta.dirname, '.next/service')

/**
 * Libraries of many small modules, which become part of the bundle. All others stay where they are: what opens files beside
 * it, what is native, and what is loaded late.
 */
const COPIED =
  /.*\/node_modules\/(viem|ox|abitype|isows|zod|yaml|jose|@noble\/[^/]+|@scure\/[^/]+|@modelcontextprotocol\/[^/]+)\//

/** Leaves libraries outside the bundle, by their relative paths. */
const libraries: Plugin = {
  name: 'libraries',
  async resolveId(id, importer, options) {
    if (importer === undefined || id.startsWith('node:')) return null
    const found = await this.resolve(id, importer, { ...options, skipSelf: true })
    if (!found?.id.includes('/node_modules/') || COPIED.exec(found.id)?.[0] === packageOf(found.id))
      return found
    return { id: relative(FOLDER, found.id), external: true }
  },
}

/** Lets each module open the files beside its source. */
const places: Plugin = {
  name: 'places',
  transform(code, id) {
    if (!id.startsWith('/') || !code.includes('import.meta.')) return null
    const place = JSON.stringify(relative(FOLDER, id))
    const folder = JSON.stringify(`/${relative(FOLDER, dirname(id))}`)
    return code
      .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
      .replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`)
  },
}

/**
 * Writes the service as few JavaScript files. They start with six tenths of the processor time that its 1,900 modules take
 * (decision 0155). They are not minified: a line of a stack trace can be read there, and a comment above it names its source.
 */
const bundle = await rolldown({
  cwd: import.meta.dirname,
  input: { server: join(import.meta.dirname, 'server.ts') },
  platform: 'node',
  // Removing what seems unused also removes calls that are made for what they throw, such as decodeURIComponent.
  treeshake: false,
  plugins: [libraries, places],
  onLog: (level, log) => {
    if (level === 'warn') throw new Error(`The service could not be bundled: ${log.message}`)
  },
})
await bundle.write({
  dir: FOLDER,
  cleanDir: true,
  minify: false,
  keepNames: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name].mjs',
})

/** The folder of the package that holds a file. */
function packageOf(file: string): string | undefined {
  return /.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(file)?.[0]
}
