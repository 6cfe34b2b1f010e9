import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How the operating system confines the children of this process. */
export type Isolation = {
  /**
   * `namespaces`: own file system, processes, users and network. `privileges`: only `no_new_privs`, and another system
   * user where the service runs as root. `none`: at most the limits of `hasLimits`.
   */
  readonly mode: 'namespaces' | 'privileges' | 'none'
  /** Whether memory, processor time and file sizes are limited by the system. */
  readonly hasLimits: boolean
  /** The system user of the children; null for the user of the service. */
  readonly userId: number | null
  /** What the children can still do, a sentence each; empty for the strongest mode. */
  readonly gaps: readonly string[]
}

/** A program to start, and the folder that the child sees as its own. */
type Confined = { readonly command: readonly string[]; readonly folder: string }

type ConfinedProgram = {
  readonly isolation: Isolation
  readonly program: readonly string[]
  /** Private folder of the child, absolute. */
  readonly privateFolder: string
}

/** The private folder of a child, as a child in namespaces sees it. */
export const FOLDER_IN_NAMESPACE = '/sandbox'
const ENTER_ROOT = fileURLToPath(new URL('./enter-root.sh', import.meta.url))
/** The repository: the code of the children and their libraries lie below it. */
const CODE_FOLDER = fileURLToPath(new URL('../../../../', import.meta.url))
/** What a child reads: its code and the libraries. */
export const CODE_FOLDERS: readonly string[] = ['packages', 'node_modules'].map((name) =>
  join(CODE_FOLDER, name),
)
/**
 * The system user that owns no files: https://man7.org/linux/man-pages/man7/user_namespaces.7.html (overflow
 * user ID).
 */
const NOBODY = 65_534

/** Wraps a program so that it starts confined. */
export function confine({ isolation, program, privateFolder }: ConfinedProgram): Confined {
  if (isolation.mode === 'none') return { command: program, folder: privateFolder }
  const user = isolation.userId
  const privileges = [
    pathOf('setpriv') ?? 'setpriv',
    '--no-new-privs',
    ...(user === null ? [] : [`--reuid=${user}`, `--regid=${user}`, '--clear-groups']),
  ]
  if (isolation.mode === 'privileges') {
    // The folders above belong to the service: another user can enter none of them, but starts in the private one.
    return { command: [...privileges, '--', ...program], folder: user === null ? privateFolder : '.' }
  }
  const namespaces = [
    pathOf('unshare') ?? 'unshare',
    ...(user === null ? ['--user', '--map-root-user'] : []),
    ...['--net', '--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child'],
  ]
  const enterRoot = ['/bin/sh', ENTER_ROOT, privateFolder, ...visibleFolders(), '--']
  const drop = ['--bounding-set=-all', '--inh-caps=-all', '--pdeathsig=KILL']
  return {
    command: [...namespaces, ...enterRoot, ...privileges, ...drop, '--', ...program],
    folder: FOLDER_IN_NAMESPACE,
  }
}

function visibleFolders(): string[] {
  const folders = [dirname(process.execPath), ...CODE_FOLDERS]
  return folders.filter((folder) => !folder.startsWith(`${sep}usr${sep}`))
}

/**
 * Finds the strongest isolation that works on this system, by starting a child in each mode until one passes. Takes the
 * time of one or two starts of Node. `tempRoot` holds the private folders of the children.
 */
export function detectIsolation(tempRoot: string): Isolation {
  const isRoot = process.getuid?.() === 0
  const hasLimits = pathOf('prlimit') !== null
  const candidates: Isolation[] = [
    { mode: 'namespaces', hasLimits, userId: isRoot ? NOBODY : null, gaps: [] },
    ...(isRoot ? [{ mode: 'privileges', hasLimits, userId: NOBODY, gaps: [SEES_FILES] } as const] : []),
    { mode: 'privileges', hasLimits, userId: null, gaps: [SEES_FILES, ...(isRoot ? [IS_ROOT] : [])] },
  ]
  const found = candidates.find((isolation) => passesProbe(isolation, tempRoot))
  const isolation = found ?? { mode: 'none', hasLimits, userId: null, gaps: [SEES_FILES, MAY_GAIN] }
  return { ...isolation, gaps: [...isolation.gaps, ...(hasLimits ? [] : [NO_LIMITS])] }
}

const SEES_FILES =
  'Sandbox children can open network connections and see the files of their system user, because user or mount namespaces are not available (unshare of util-linux 2.38 or newer).'
const IS_ROOT = 'Sandbox children run as root, because no other user could be used.'
const MAY_GAIN = 'Sandbox children may gain privileges, because setpriv of util-linux is not available.'
const NO_LIMITS =
  'Memory, processor time and file sizes of sandbox children are not limited by the system, because prlimit of util-linux is not available.'

/**
 * Reads the code, writes to its folder, and in namespaces finds neither the folders of other children nor a network.
 */
const PROBE = `
const [entry, hidden] = process.argv.slice(1)
const fs = require('node:fs')
fs.readFileSync(entry)
fs.writeFileSync('probe', '')
const sees = fs.existsSync(hidden) || Object.keys(require('node:os').networkInterfaces()).some((name) => name !== 'lo')
process.exit(hidden !== '' && sees ? 1 : 0)
`
const PROBE_MS = 20_000

function passesProbe(isolation: Isolation, tempRoot: string): boolean {
  if (pathOf('setpriv') === null) return false
  const hidden = isolation.mode === 'namespaces' ? tempRoot : ''
  const privateFolder = mkdtempSync(join(tempRoot, 'probe-'))
  const program = [process.execPath, '-e', PROBE, ENTER_ROOT, hidden]
  try {
    if (isolation.userId !== null) chownSync(privateFolder, isolation.userId, isolation.userId)
    const confined = confine({ isolation, program, privateFolder })
    const [command = '', ...args] = confined.command
    const options = {
      cwd: privateFolder,
      env: { NODE_ENV: 'production' },
      stdio: 'ignore',
      timeout: PROBE_MS,
    } as const
    return spawnSync(command, args, options).status === 0
  } catch {
    return false
  } finally {
    rmSync(privateFolder, { recursive: true, force: true })
  }
}

const PROGRAM_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin']

/** The path of a program of util-linux; null where the system has none. */
export function pathOf(program: 'prlimit' | 'setpriv' | 'unshare'): string | null {
  return PROGRAM_FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null
}
