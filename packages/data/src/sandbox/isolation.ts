import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemCallFilter } from './system-calls.ts'

/** How the operating system confines the children of this process. */
export type Isolation = {
  /**
   * `namespaces`: own file system, processes, users and network. `privileges`: `no_new_privs`, another system user
   * where the service runs as root, and Landlock where the kernel has it. `none`: at most the limits of `hasLimits`.
   */
  readonly mode: 'namespaces' | 'privileges' | 'none'
  /** Whether memory, processor time and file sizes are limited by the system. */
  readonly hasLimits: boolean
  /** Whether a filter refuses system calls: sockets of a network, new processes, and what reaches the kernel itself. */
  readonly hasCallFilter: boolean
  /** Whether Landlock hides the files of others in the mode `privileges`. */
  readonly hasLandlock: boolean
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
  /** Further folders that a child in namespaces sees, read-only. */
  readonly readFolders?: readonly string[]
}

/** The private folder of a child, as a child in namespaces sees it. */
export const FOLDER_IN_NAMESPACE = '/sandbox'
/** Programs and their libraries. */
const SYSTEM_FOLDERS = ['/usr', '/bin', '/lib', '/lib64', '/sbin']
const RESTRICT = fileURLToPath(new URL('./restrict.pl', import.meta.url))
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
export function confine({ isolation, program, privateFolder, readFolders = [] }: ConfinedProgram): Confined {
  if (isolation.mode === 'none') return { command: program, folder: privateFolder }
  const user = isolation.userId
  const privileges = [
    pathOf('setpriv') ?? 'setpriv',
    '--no-new-privs',
    ...(user === null ? [] : [`--reuid=${user}`, `--regid=${user}`, '--clear-groups']),
  ]
  if (isolation.mode === 'privileges') {
    // Another user cannot enter the folders above, which belong to the service, but starts in the private one.
    const folder = user === null ? privateFolder : '.'
    return { command: [...privileges, '--', ...restricted(isolation, program)], folder }
  }
  const namespaces = [
    pathOf('unshare') ?? 'unshare',
    ...(user === null ? ['--user', '--map-root-user'] : []),
    ...['--net', '--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child'],
  ]
  const enterRoot = ['/bin/sh', ENTER_ROOT, ...rootOf(privateFolder, [...visibleFolders(), ...readFolders])]
  const drop = ['--bounding-set=-all', '--inh-caps=-all', '--pdeathsig=KILL']
  return {
    command: [...namespaces, ...enterRoot, ...privileges, ...drop, '--', ...restricted(isolation, program)],
    folder: FOLDER_IN_NAMESPACE,
  }
}

/**
 * The arguments of enter-root.sh before the command: programs of the system and the given folders read-only, the private
 * folder, /dev/null and /proc.
 */
function rootOf(
  privateFolder: string,
  readFolders: readonly string[],
): readonly [root: string, fstab: string] {
  const root = join(privateFolder, 'root')
  const readOnly = [...SYSTEM_FOLDERS.filter((folder) => existsSync(folder)), ...readFolders]
  const mounts = [
    ...readOnly.map((folder) => [folder, folder, 'none', 'bind,ro,X-mount.mkdir'] as const),
    ['/dev/null', '/dev/null', 'none', 'bind'],
    ['proc', '/proc', 'proc', 'X-mount.mkdir'],
    [privateFolder, FOLDER_IN_NAMESPACE, 'none', 'bind'],
  ] as const
  const lines = mounts.map(([source, target, ...rest]) =>
    [source, join(root, target), ...rest].map(escapeField).join(' '),
  )
  return [root, lines.join('\n')]
}

/** Fields of fstab(5) end at white space. */
function escapeField(field: string): string {
  return field.replaceAll(/[ \t\n\\]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`)
}

/** Puts the filter of system calls, and Landlock where there are no namespaces, before a program. */
function restricted(isolation: Isolation, program: readonly string[]): readonly string[] {
  if (!isolation.hasCallFilter) return program
  const paths =
    isolation.mode === 'privileges' && isolation.hasLandlock
      ? [...[...SYSTEM_PATHS, ...visibleFolders()].flatMap((path) => ['--read', path]), ...WRITABLE]
      : []
  return [...restrictCommand(paths), ...program]
}

// Node and DuckDB exit when one of these exists but cannot be read: settings of OpenSSL, processors, limits of memory.
const FACTS = ['/etc/ssl/openssl.cnf', '/etc/ld.so.cache', '/proc/self', '/proc/meminfo', '/proc/stat']
const FACTS_OF_KERNEL = ['/proc/sys/vm/overcommit_memory', '/sys/devices/system/cpu', '/sys/fs/cgroup']
/** What Node and the engines read of the system. The private folder is the one in which a child starts. */
const SYSTEM_PATHS = ['/usr', '/bin', '/lib', '/lib64', ...FACTS, ...FACTS_OF_KERNEL]
const WRITABLE = ['--write', '.', '--write', '/dev/null']

function restrictCommand(paths: readonly string[]): string[] {
  const filter = systemCallFilter(process.arch)
  if (filter === null) return []
  const { prctl, program } = filter
  return [pathOf('perl') ?? 'perl', RESTRICT, String(prctl), program.toString('hex'), ...paths, '--']
}

/** Whether a program starts behind the filter, and behind Landlock when `paths` are given. */
async function canRestrict(paths: readonly string[]): Promise<boolean> {
  const command = restrictCommand(paths)
  return command.length > 0 && (await succeeds([...command, '/bin/true']))
}

/** Whether a program can be started and ends with 0 in time. */
async function succeeds([command = '', ...args]: readonly string[], cwd?: string): Promise<boolean> {
  const env = { NODE_ENV: 'production' } as const
  const program = spawn(command, args, { cwd, env, stdio: 'ignore', timeout: PROBE_MS })
  const [code] = await once(program, 'exit').catch(() => [null])
  return code === 0
}

function visibleFolders(): string[] {
  const folders = [dirname(process.execPath), ...CODE_FOLDERS]
  return folders.filter((folder) => !folder.startsWith(`${sep}usr${sep}`))
}

/**
 * Finds the strongest isolation that works on this system, by starting a child in each mode until one passes. Takes the
 * time of one or two starts of Node, in other processes. `tempRoot` holds the private folders of the children.
 */
export async function detectIsolation(tempRoot: string): Promise<Isolation> {
  const isRoot = process.getuid?.() === 0
  const hasLimits = pathOf('prlimit') !== null
  const [hasCallFilter, readsWithLandlock] = await Promise.all([
    canRestrict([]),
    canRestrict(['--read', '/']),
  ])
  const hasLandlock = hasCallFilter && readsWithLandlock
  const modes = [
    { mode: 'namespaces', userId: isRoot ? NOBODY : null },
    ...(isRoot ? [{ mode: 'privileges', userId: NOBODY } as const] : []),
    { mode: 'privileges', userId: null },
  ] as const
  const filters = [...(hasCallFilter ? [{ hasCallFilter, hasLandlock }] : []), NO_FILTERS]
  const candidates = modes.flatMap((mode) => filters.map((filter) => ({ ...mode, ...filter, hasLimits })))
  for (const candidate of candidates) {
    if (await passesProbe({ ...candidate, gaps: [] }, tempRoot))
      return { ...candidate, gaps: gapsOf(candidate, isRoot) }
  }
  const isolation = { mode: 'none', userId: null, ...NO_FILTERS, hasLimits } as const
  return { ...isolation, gaps: gapsOf(isolation, isRoot) }
}

const NO_FILTERS = { hasCallFilter: false, hasLandlock: false } as const

function gapsOf(isolation: Omit<Isolation, 'gaps'>, isRoot: boolean): string[] {
  const { mode, userId, hasCallFilter, hasLandlock, hasLimits } = isolation
  const hasNamespaces = mode === 'namespaces'
  return [
    ...(hasNamespaces || hasCallFilter ? [] : [OPENS_CONNECTIONS]),
    ...(hasNamespaces || hasLandlock ? [] : [SEES_FILES]),
    ...(mode === 'none' ? [MAY_GAIN] : []),
    ...(isRoot && userId === null ? [IS_ROOT] : []),
    ...(hasCallFilter ? [] : [ANY_CALL]),
    ...(hasLimits ? [] : [NO_LIMITS]),
  ]
}

const OPENS_CONNECTIONS =
  'Sandbox children can open network connections, because neither user namespaces (unshare of util-linux 2.38 or newer) nor a filter of system calls (perl and seccomp) is available.'
const SEES_FILES =
  'Sandbox children see the files of their system user, because neither user and mount namespaces (unshare of util-linux 2.38 or newer) nor Landlock (perl and Linux 5.13 or newer) is available.'
const IS_ROOT = 'Sandbox children run as root, because no other user could be used.'
const MAY_GAIN = 'Sandbox children may gain privileges, because setpriv of util-linux is not available.'
const ANY_CALL =
  'Sandbox children can make every system call, because a filter (perl and seccomp, on x64 or arm64) is not available.'
const NO_LIMITS =
  'Memory, processor time and file sizes of sandbox children are not limited by the system, because prlimit of util-linux is not available.'

/**
 * Reads the code and writes to its folder. In namespaces, or behind the filters, it finds neither the folders of other
 * children nor a network.
 */
const PROBE = `
const [entry, hidden, network] = process.argv.slice(1)
const fs = require('node:fs')
fs.readFileSync(entry)
fs.writeFileSync('probe', '')
const can = (attempt) => { try { return attempt() } catch { return false } }
const sees = hidden !== '' && can(() => fs.readdirSync(hidden))
const connects = network !== '' && can(() => Object.keys(require('node:os').networkInterfaces()).some((name) => name !== 'lo'))
process.exit(sees || connects ? 1 : 0)
`
const PROBE_MS = 20_000

async function passesProbe(isolation: Isolation, tempRoot: string): Promise<boolean> {
  if (pathOf('setpriv') === null) return false
  const hasNamespaces = isolation.mode === 'namespaces'
  const hidden = hasNamespaces || isolation.hasLandlock ? tempRoot : ''
  const network = hasNamespaces || isolation.hasCallFilter ? 'none' : ''
  const privateFolder = mkdtempSync(join(tempRoot, 'probe-'))
  const program = [process.execPath, '-e', PROBE, ENTER_ROOT, hidden, network]
  try {
    if (isolation.userId !== null) chownSync(privateFolder, isolation.userId, isolation.userId)
    const { command } = confine({ isolation, program, privateFolder })
    return await succeeds(command, privateFolder)
  } catch {
    return false
  } finally {
    rmSync(privateFolder, { recursive: true, force: true })
  }
}

const PROGRAM_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin']

/** The path of a program of the system; null where it has none. */
export function pathOf(program: 'perl' | 'prlimit' | 'setpriv' | 'unshare'): string | null {
  return PROGRAM_FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null
}
