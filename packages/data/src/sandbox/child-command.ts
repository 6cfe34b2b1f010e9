import { fileURLToPath } from 'node:url'
import { confine, type Isolation, pathOf } from './isolation.ts'

/**
 * The work of a child. A child loads only the libraries of its kind and never gets another kind of work.
 * `database` is the only kind with a network, and it gets no files.
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

type Place = { readonly isolation: Isolation; readonly privateFolder: string }

/** Returns the command line of a child, with its limits and its isolation, and the folder that it sees as its own. */
export function childCommand(kind: ChildKind, { isolation, privateFolder }: Place) {
  const confined = confine({
    isolation,
    program: [process.execPath, ...NODE_FLAGS, ENTRY, kind],
    privateFolder,
    hasNetwork: kind === 'database',
  })
  return { ...confined, command: [...limitsOf(kind), ...confined.command] }
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
