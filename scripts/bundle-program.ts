// Writes a program of the built service as few JavaScript files, which start faster than its many sources (decisions 0155 and
// 0156). They are not minified: a line of a stack trace can be read there, and a comment above it names its source.
//   node scripts/bundle-program.ts <service | child>
import { dirname, join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

type Program = {
  /** Absolute path of its source. The built file has the same name with `.mjs`. */
  readonly entry: string
  /** Absolute path of the folder that the bundle fills. */
  readonly folder: string
  /** Names of libraries of many small modules, which become part of the bundle. */
  readonly copied: readonly RegExp[]
  /** Built programs that it starts, by the absolute path of their source. */
  readonly starts?: Readonly<Record<string, string>>
}

const WEB = join(import.meta.dirname, '../apps/web')
const DATA = join(import.meta.dirname, '../packages/data')
const CHILD = join(DATA, 'src/child/main.ts')

const PROGRAMS: Readonly<Record<string, Program>> = {
  service: {
    entry: join(WEB, 'server.ts'),
    folder: join(WEB, '.next/service'),
    copied: [/^(viem|ox|abitype|isows|zod|yaml|jose)$/, /^@(noble|scure|modelcontextprotocol)\//],
    starts: { [CHILD]: join(DATA, 'dist/child/main.mjs') },
  },
  child: {
    entry: CHILD,
    folder: join(DATA, 'dist/child'),
    copied: [/^(vega|d3)(-|$)/, /^(internmap|delaunator|robust-predicates|topojson-client)$/],
  },
}

async function main(name = ''): Promise<void> {
  const program = PROGRAMS[name]
  if (!program) throw new Error(`Name one of the programs ${Object.keys(PROGRAMS).join(', ')}.`)
  await bundleProgram(program)
}

/** Throws when Rolldown warns, and when the program does not start each of `starts` by its URL. */
async function bundleProgram({ entry, folder, copied, starts = {} }: Program): Promise<void> {
  const started = new Set<string>()
  const bundle = await rolldown({
    cwd: dirname(entry),
    input: { [nameOf(entry)]: entry },
    platform: 'node',
    // Removing what seems unused also removes calls that are made for what they throw, such as decodeURIComponent.
    treeshake: false,
    plugins: [libraries(folder, copied), places({ folder, starts, started })],
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(`${entry} could not be bundled: ${log.message}`)
    },
  })
  await bundle.write({
    dir: folder,
    cleanDir: true,
    minify: false,
    keepNames: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  })
  const missing = Object.keys(starts).filter((source) => !started.has(source))
  if (missing.length > 0) throw new Error(`${entry} does not start ${missing.join(', ')} by its URL.`)
}

/**
 * Leaves the libraries outside `copied` where they are, and imports them by their relative paths. They open files
 * beside themselves, are native, or are loaded late.
 */
function libraries(folder: string, copied: readonly RegExp[]): Plugin {
  return {
    name: 'libraries',
    async resolveId(id, importer, options) {
      if (importer === undefined || id.startsWith('node:')) return null
      const found = await this.resolve(id, importer, { ...options, skipSelf: true })
      const library = found && libraryOf(found.id)
      if (!library || copied.some((names) => names.test(library))) return found
      return { id: relative(folder, found.id), external: true }
    },
  }
}

type Places = Required<Pick<Program, 'folder' | 'starts'>> & {
  /** Takes the programs whose URL was found. */
  readonly started: Set<string>
}

/** Lets each module open the files beside its source, and start the built programs. */
function places({ folder, starts, started }: Places): Plugin {
  return {
    name: 'places',
    transform(source, id) {
      if (!id.startsWith('/') || !source.includes('import.meta.')) return null
      const home = dirname(id)
      const urlOf = (file: string) => `new URL('${relative(home, file)}', import.meta.url)`
      const found = Object.entries(starts).filter(([program]) => source.includes(urlOf(program)))
      for (const [program] of found) started.add(program)
      return found
        .reduce((code, [program, built]) => code.replaceAll(urlOf(program), urlOf(built)), source)
        .replaceAll(
          'import.meta.url',
          `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`,
        )
        .replaceAll(
          'import.meta.dirname',
          `(import.meta.dirname + ${JSON.stringify(`/${relative(folder, home)}`)})`,
        )
    },
  }
}

function nameOf(entry: string): string {
  return /([^/]+)\.ts$/.exec(entry)?.[1] ?? entry
}

/** The name of the library that holds a file; undefined for a file of the project. */
function libraryOf(file: string): string | undefined {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]
}

await main(process.argv[2])
