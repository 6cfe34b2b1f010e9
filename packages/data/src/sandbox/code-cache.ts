import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type ChildKind, startOf } from './child-command.ts'
import type { Isolation } from './isolation.ts'

/** Compiled code. With it a child starts from its sources in half the processor time; a bundled child gains little. */
export type CodeCache = {
  /** The folder for the next child of a kind; null until it is filled, some time after the first call. */
  readonly folderFor: (kind: ChildKind) => string | null
  /** Begins to fill no more folders. Resolves when nothing is being filled. */
  readonly close: () => Promise<void>
}

export type CodeCacheOptions = {
  /** By default that of the service; null where it keeps no compiled code. */
  readonly folder?: string | null
  /** How long after the first child of a kind its code is compiled, in milliseconds; 0 by default. */
  readonly fillAfterMs?: number
}

/** The user of a child in a user namespace that maps the user of the service to root. */
const MAPPED_ROOT = 0
const READABLE = 0o644
const NO_CACHE: CodeCache = { folderFor: () => null, close: () => Promise.resolve() }

/**
 * Keeps what Node compiles for the children beside what it compiles for the service, where the service has such a folder
 * (https://nodejs.org/docs/latest-v24.x/api/module.html#module-compile-cache). Node grants a child no cache without the
 * right to write it, so children have one only in namespaces, where the folder is mounted read-only.
 */
export function openCodeCache(
  isolation: Isolation,
  { folder: parentFolder = folderOfService(), fillAfterMs = 0 }: CodeCacheOptions = {},
): CodeCache {
  if (parentFolder === null || isolation.mode !== 'namespaces') return NO_CACHE
  const folder = join(parentFolder, `${PREFIX}${codeVersion()}`)
  const fills = new Map<ChildKind, Promise<void>>()
  const closing = new AbortController()
  mkdirSync(parentFolder, { recursive: true })

  async function fill(kind: ChildKind): Promise<void> {
    const making = `${folder}.${process.pid}-${kind}`
    try {
      await compile(kind, making)
      await giveTo(isolation.userId ?? MAPPED_ROOT, making)
      await mkdir(folder, { recursive: true })
      await rename(making, join(folder, kind))
      await removeOlder(folder)
    } catch {
      // Another process was faster, or the disk is full: the children start without it.
      await rm(making, { recursive: true, force: true }).catch(() => undefined)
    }
  }

  async function fillLater(kind: ChildKind): Promise<void> {
    const options = { signal: closing.signal, ref: false }
    const isDue = await setTimeout(fillAfterMs, true, options).catch(() => false)
    if (isDue) await fill(kind)
  }

  return {
    folderFor: (kind) => {
      const filled = join(folder, kind)
      if (existsSync(filled)) return filled
      if (!fills.has(kind)) fills.set(kind, fillLater(kind))
      return null
    },
    close: async () => {
      closing.abort()
      await Promise.all(fills.values())
    },
  }
}

/** Starts a child that gets no task and no confinement, because it runs only code of the service. It ends by itself. */
async function compile(kind: ChildKind, folder: string): Promise<void> {
  const [program, ...args] = startOf(kind)
  const env = { NODE_ENV: 'production', NODE_COMPILE_CACHE: folder } as const
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The child ended with ${code}`)
}

/** Node keeps the code of each system user in a folder whose name ends with the user's number, and hides it from others. */
async function giveTo(userId: number, folder: string): Promise<void> {
  const [name, ...others] = await readdir(folder)
  if (name === undefined || others.length > 0) throw new Error(`Node wrote no code to ${folder}`)
  const given = join(folder, name.replace(/\d+$/, String(userId)))
  await rename(join(folder, name), given)
  for (const file of await readdir(given)) await chmod(join(given, file), READABLE)
}

function folderOfService(): string | null {
  const folder = getCompileCacheDir()
  return folder === undefined ? null : dirname(folder)
}

async function removeOlder(current: string): Promise<void> {
  const parentFolder = dirname(current)
  for (const name of await readdir(parentFolder)) {
    if (!name.startsWith(PREFIX) || current.endsWith(name.slice(0, PREFIX.length + VERSION_LENGTH))) continue
    await rm(join(parentFolder, name), { recursive: true, force: true })
  }
}

/**
 * Returns a text that changes with the code of the children, their libraries and Node. Code is compiled at each start
 * after a change that this text misses.
 */
function codeVersion(): string {
  const hash = createHash('sha256').update(`${process.version} ${PACKAGE}`)
  const files = readdirSync(join(PACKAGE, 'src'), { recursive: true, encoding: 'utf8' })
  for (const file of [...files.map((name) => join('src', name)), 'package.json', 'node_modules'])
    hash.update(`${file} ${statSync(join(PACKAGE, file), { throwIfNoEntry: false })?.mtimeMs}`)
  return hash.digest('hex').slice(0, VERSION_LENGTH)
}

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url))
const PREFIX = 'children-'
const VERSION_LENGTH = 16
