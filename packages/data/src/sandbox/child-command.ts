import { fileURLToPath } from 'node:url'
import { CODE_FOLDERS, confine, FOLDER_IN_NAMESPACE, type Isolation, pathOf } from './isolation.ts'

/**
 * The work of a child. A child loads only the libraries of its kind and never gets another kind of work.
 * `database` speaks to servers through a relay (relay.ts), and it gets no files.
 */
export type ChildKind = 'sql' | 'sqlite' | 'database' | 'file' | 'chart'

const ENTRY = fileURLToPath(new URL('../child/main.ts', import.meta.url))

/** V8 reserves about 0.55 GB of the data segment before it runs anything; 1 GB beyond that is for the task. */
const DATA_SEGMENT_BYTES = 1_650_000_000
const OPEN_FILES = 512
const CPU_SECONDS: Record<ChildKind, number> = { sql: 240, sqlite: 240, database: 240, file: 900, chart: 120 }
const WRITTEN_FILE_BYTES: Record<ChildKind, number> = {
  sql: 2 ** 30,
  sqlite: 2 ** 20,
  database: 2 ** 20,
  file: 2 ** 33,
  chart: 2 ** 20,
}
/** A child makes no code from strings, and its JavaScript heap is capped below the limit of the data segment. */
const NODE_FLAGS = ['--disallow-code-generation-from-strings', '--max-old-space-size=512', '--no-warnings']
/**
 * A small chart makes 6 MB of objects. With room for them from its start, the drawing takes a tenth less processor time.
 * More room saves nothing, and a child that has drawn many charts holds 20 MiB more.
 */
const CHART_FLAGS = ['--min-semi-space-size=16', '--max-semi-space-size=16']
/** Kinds whose libraries are native: DuckDB and resvg. */
const NATIVE_KINDS: ReadonlySet<ChildKind> = new Set(['sql', 'file', 'chart'])

type Place = {
  readonly isolation: Isolation
  readonly privateFolder: string
  /** The folder with compiled code of this kind, which the isolation mounts read-only; null for none. */
  readonly codeFolder: string | null
}

/** The program of a child without its limits and its isolation, for a run without a task. */
export function startOf(kind: ChildKind): readonly [string, ...string[]] {
  return [process.execPath, ...flagsOf(kind), ENTRY, kind]
}

/** V8 takes compiled code only under the flags with which it was compiled. */
function flagsOf(kind: ChildKind): string[] {
  return kind === 'chart' ? [...NODE_FLAGS, ...CHART_FLAGS] : NODE_FLAGS
}

/** Returns the command line of a child, with its limits and its isolation, and the folder that it sees as its own. */
export function childCommand(kind: ChildKind, { isolation, privateFolder, codeFolder }: Place) {
  const workingFolder = isolation.mode === 'namespaces' ? FOLDER_IN_NAMESPACE : privateFolder
  const flags = [...flagsOf(kind), ...permissions(kind, workingFolder, codeFolder)]
  const confined = confine({
    isolation,
    program: [process.execPath, ...flags, ENTRY, kind],
    privateFolder,
    readFolders: codeFolder === null ? [] : [codeFolder],
  })
  return { ...confined, command: [...limitsOf(kind), ...confined.command] }
}

/**
 * Node's permission model, beside the system's confinement: the JavaScript of a child reads the code and its folder,
 * writes its folder, and starts neither processes nor threads. It does not bind native libraries
 * (https://nodejs.org/docs/latest-v24.x/api/permissions.html).
 */
function permissions(kind: ChildKind, workingFolder: string, codeFolder: string | null): string[] {
  // With the star, because another system user cannot look the folder up by its full path.
  const own = `${workingFolder}/*`
  // Node reads compiled code only where it may also write it; the isolation refuses the writing.
  const code = codeFolder === null ? [] : [`${codeFolder}/*`]
  return [
    '--permission',
    ...[...CODE_FOLDERS, own, ...code].map((folder) => `--allow-fs-read=${folder}`),
    ...[own, ...code].map((folder) => `--allow-fs-write=${folder}`),
    ...(NATIVE_KINDS.has(kind) ? ['--allow-addons'] : []),
  ]
}

function limitsOf(kind: ChildKind): string[] {
  const prlimit = pathOf('prlimit')
  if (prlimit === null) return []
  return [
    prlimit,
    `--data=${DATA_SEGMENT_BYTES}`,
    `--cpu=${CPU_SECONDS[kind]}`,
    `--fsize=${WRITTEN_FILE_BYTES[kind]}`,
    `--nofile=${OPEN_FILES}`,
    '--core=0',
    '--',
  ]
}
