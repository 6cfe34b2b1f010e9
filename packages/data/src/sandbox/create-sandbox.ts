import { existsSync, mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChildPool } from './child-pool.ts'
import { readOutcome } from './read-outcome.ts'
import { type ChildKind, startChild } from './start-child.ts'
import { takeTurns } from './take-turns.ts'
import type { TaskName, TaskOutcome, Tasks } from './tasks.ts'

type SandboxOptions = {
  /** Where private temp folders go; the system's temp folder by default. */
  readonly tempFolder?: string
  /** Children at work or kept for an owner at once; spare ones come on top. */
  readonly maxChildren?: number
  /** Of these, at most so many at work for one owner. */
  readonly maxChildrenPerOwner?: number
  /** Of these, at most so many that convert files: that takes minutes, and statements must not wait for it. */
  readonly maxConversions?: number
  /** Kinds that have a started child waiting before anybody asks. */
  readonly warm?: readonly ChildKind[]
  /** How long a child waits for its owner's next task, in milliseconds. */
  readonly idleMs?: number
}

type SandboxRequest<Name extends TaskName> = {
  /** Whose data the child will hold; it never serves anybody else. */
  readonly ownerId: string
  readonly input: Tasks[Name]['input']
  readonly bytes?: Uint8Array
  readonly signal?: AbortSignal
}

/** Runs hostile work in child processes. Close it to end them all. */
export type Sandbox = {
  /**
   * Runs one task. Whatever the task does to its child comes back as an outcome; throws an AppError
   * `unavailable` when no child becomes free in time or the sandbox is closed.
   */
  readonly run: <Name extends TaskName>(
    name: Name,
    request: SandboxRequest<Name>,
  ) => Promise<TaskOutcome<Name>>
  readonly close: () => Promise<void>
}

const KIND_OF: Record<TaskName, ChildKind> = {
  query: 'sql',
  analyze: 'sql',
  queryDatabase: 'database',
  describeDatabase: 'database',
  convert: 'file',
  store: 'file',
  chart: 'chart',
}

/** The child gets this long to end by itself after its own deadline. */
const KILL_GRACE_MS = 1000

const CONVERSION_WAIT_MS = 300_000

/** Starts the pool of sandbox children (DESIGN decision 5). Removes temp folders that a killed service left behind. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const parentFolder = options.tempFolder ?? tmpdir()
  const tempRoot = mkdtempSync(join(parentFolder, `${FOLDER_PREFIX}${process.pid}-`))
  const swept = removeAbandonedFolders(parentFolder)
  const prlimit = PRLIMIT_PATHS.find((path) => existsSync(path)) ?? null
  const pool = new ChildPool({
    start: (kind) => startChild(kind, { tempRoot, prlimit }),
    maxChildren: options.maxChildren ?? 6,
    maxChildrenPerOwner: options.maxChildrenPerOwner ?? 3,
    warm: options.warm ?? [],
    idleMs: options.idleMs ?? 60_000,
  })
  const conversion = takeTurns(options.maxConversions ?? 2, { waitMs: CONVERSION_WAIT_MS })

  return {
    run: async (name, { ownerId, input, bytes, signal }) => {
      const endTurn = name === 'convert' ? await conversion(signal) : () => undefined
      using _turn = { [Symbol.dispose]: endTurn }
      const lease = await pool.acquire({ kind: KIND_OF[name], ownerId, ...(signal && { signal }) })
      let isReusable = false
      try {
        const killAfterMs = input.timeoutMs + KILL_GRACE_MS
        const request = { task: name, input, killAfterMs, ...(bytes && { bytes }), ...(signal && { signal }) }
        const answer = await lease.child.request(request)
        const outcome = readOutcome(name, answer)
        isReusable = outcome.ok || (!answer.reply.ok && answer.reply.isReusable)
        return outcome
      } finally {
        lease.release({ isReusable })
      }
    },
    close: async () => {
      await pool.close()
      await swept
      await rm(tempRoot, { recursive: true, force: true })
    },
  }
}

const FOLDER_PREFIX = 'parley-sandbox-'
const PRLIMIT_PATHS = ['/usr/bin/prlimit', '/bin/prlimit', '/usr/local/bin/prlimit']

async function removeAbandonedFolders(parentFolder: string): Promise<void> {
  for (const name of await readdir(parentFolder)) {
    const pid = Number(name.startsWith(FOLDER_PREFIX) && name.slice(FOLDER_PREFIX.length).split('-')[0])
    if (!pid || isRunning(pid)) continue
    // Another user's folder stays; the system cleans its temp folder by itself.
    await rm(join(parentFolder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
