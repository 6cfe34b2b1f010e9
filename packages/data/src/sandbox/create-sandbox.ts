import { mkdirSync, mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@parley/errors'
import type { RowSink } from '../result/query-result.ts'
import type { ChildKind } from './child-command.ts'
import { ChildPool } from './child-pool.ts'
import { type CodeCacheOptions, openCodeCache } from './code-cache.ts'
import type { Frame } from './frames.ts'
import { detectIsolation, type Isolation } from './isolation.ts'
import { openSlots, type SlotOptions } from './open-slots.ts'
import { readColumns, readOutcome } from './read-outcome.ts'
import type { Connect } from './relay.ts'
import { replyLimits } from './reply-limits.ts'
import { ChildStartError, startChild } from './start-child.ts'
import type { TaskName, TaskOutcome, Tasks } from './tasks.ts'

type SandboxOptions = SlotOptions & {
  /**
   * Folder for the private folders of the children; the system's temp folder by default. On the file system of the data
   * folder, files reach a child as links, else as copies.
   */
  readonly tempFolder?: string
  /** Kinds that have a started child waiting for its first task. */
  readonly warm?: readonly ChildKind[]
  /** How long a child waits for the next task of its owner, in milliseconds. */
  readonly idleMs?: number
  /** How the system confines the children; found out by default. */
  readonly isolation?: Isolation
  /** Where and when compiled code of the children is kept; by default beside that of this process, if it keeps any. */
  readonly codeCache?: CodeCacheOptions
  /** Receives warnings for the operator: weaker isolation, and children that could not be started. */
  readonly log?: { readonly warn: (details: object, message: string) => void }
}

type SandboxRequest<Name extends TaskName> = {
  /** The owner of the data that the child will hold. The child never serves another owner. */
  readonly ownerId: string
  readonly input: Tasks[Name]['input']
  readonly bytes?: Uint8Array
  readonly signal?: AbortSignal
  /** Opens connections to the one server that the task may reach. Without it the task reaches none. */
  readonly connect?: Connect
  /** Takes the rows of a statement in batches as they come; the answer then has only the rows after the last batch. */
  readonly onRows?: RowSink
}

/** Runs hostile work in child processes. Closing it ends them all. */
export type Sandbox = {
  /**
   * Runs one task. A failure of the task or of its child comes back as an outcome. Throws an AppError `unavailable` when
   * no child becomes free in time, no process can be started or the sandbox is closed, and `rate_limited` when the owner
   * has too many tasks waiting.
   */
  readonly run: <Name extends TaskName>(
    name: Name,
    request: SandboxRequest<Name>,
  ) => Promise<TaskOutcome<Name>>
  /** How the system confines the children; found at start. */
  readonly isolation: Isolation
  readonly close: () => Promise<void>
}

/** A task over a SQLite file needs its file and no server. A task over a server needs no file. */
function kindOf<Name extends TaskName>(name: Name, input: Tasks[Name]['input']): ChildKind {
  const kind = KIND_OF[name]
  return kind === 'database' && 'target' in input && input.target.kind === 'sqlite' ? 'sqlite' : kind
}

const KIND_OF: Record<TaskName, ChildKind> = {
  query: 'sql',
  analyze: 'sql',
  bind: 'sql',
  queryDatabase: 'database',
  describeDatabase: 'database',
  convert: 'file',
  store: 'file',
  chart: 'chart',
  picture: 'chart',
}

/** A child that has reached its own deadline gets this long to end. */
const KILL_GRACE_MS = 1000

const IDLE_MS = 30_000
const ODD_CHILD = 'a sandbox child behaved oddly and is ended'

/** Starts the pool of sandbox children (docs/decisions/0007) and deletes the temp folders of killed processes. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const parentFolder = options.tempFolder ?? tmpdir()
  mkdirSync(parentFolder, { recursive: true })
  const tempRoot = mkdtempSync(join(parentFolder, `${FOLDER_PREFIX}${process.pid}-`))
  const swept = removeAbandonedFolders(parentFolder)
  const isolation = options.isolation ?? (await detectIsolation(tempRoot))
  for (const gap of isolation.gaps) options.log?.warn({ isolation: isolation.mode }, gap)
  const codeCache = openCodeCache(isolation, options.codeCache)
  const start = (kind: ChildKind) => {
    const onOddity = (oddity: string) => options.log?.warn({ kind, oddity }, ODD_CHILD)
    return startChild(kind, { tempRoot, isolation, codeFolder: codeCache.folderFor(kind), onOddity })
  }
  const { warm = [], idleMs = IDLE_MS } = options
  const { children, conversions, maxChildren } = openSlots(options)
  const pool = new ChildPool({ start, slots: children, maxChildren, warm, idleMs })

  async function runInChild<Name extends TaskName>(name: Name, request: SandboxRequest<Name>) {
    const { ownerId, input, onRows, ...rest } = request
    const { signal } = rest
    const kind = kindOf(name, input)
    const frames = onRows && { onRows: toFrames(onRows) }
    try {
      const lease = await pool.acquire({ kind, ownerId, ...(signal && { signal }) })
      let isReusable = false
      try {
        const killAfterMs = input.timeoutMs + KILL_GRACE_MS
        const limits = replyLimits(name, { input, isStreamed: onRows !== undefined })
        const asked = { task: name, input, limits, killAfterMs, ...rest, ...frames }
        const answer = await lease.child.request(asked)
        const outcome = readOutcome(name, answer)
        const { reply, isOdd } = answer
        isReusable = !isOdd && (outcome.ok || (!reply.ok && reply.isReusable))
        return outcome
      } finally {
        lease.release({ isReusable })
      }
    } catch (err) {
      if (!(err instanceof ChildStartError)) throw err
      options.log?.warn({ err, kind }, 'a sandbox child could not be started')
      throw notStartedError(err)
    }
  }

  return {
    isolation,
    run: async (name, request) => {
      const { ownerId, signal } = request
      if (name !== 'convert') return runInChild(name, request)
      const endConversion = await conversions.acquire({ ownerId, ...(signal && { signal }) })
      return runInChild(name, request).finally(endConversion)
    },
    close: async () => {
      conversions.close()
      await pool.close()
      await Promise.all([swept, codeCache.close()])
      await rm(tempRoot, { recursive: true, force: true })
    },
  }
}

/** Reads the columns of each frame, because the child may be compromised. */
function toFrames(sink: RowSink) {
  return async ({ value, bytes }: Pick<Frame, 'value' | 'bytes'>) =>
    sink({ columns: readColumns(value), bytes })
}

function notStartedError(cause: unknown): AppError {
  const message = 'The service could not start a process for this; try again in a few seconds.'
  return new AppError('unavailable', message, { isRetryable: true, retryAfterSeconds: 5, cause })
}

const FOLDER_PREFIX = 'parley-sandbox-'

async function removeAbandonedFolders(parentFolder: string): Promise<void> {
  for (const name of await readdir(parentFolder)) {
    const pid = Number(name.startsWith(FOLDER_PREFIX) && name.slice(FOLDER_PREFIX.length).split('-')[0])
    if (!pid || isRunning(pid)) continue
    // A folder of another system user stays; the system cleans its temp folder itself.
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
