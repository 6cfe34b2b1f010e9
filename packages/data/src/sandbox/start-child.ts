import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import { type ChildKind, childCommand } from './child-command.ts'
import { type ChildConversation, openConversation, type TakeRows } from './conversation.ts'
import { watchFootprint } from './footprint.ts'
import type { FrameLimits } from './frames.ts'
import type { Isolation } from './isolation.ts'
import { type Connect, openRelay } from './relay.ts'
import { createStagedFiles } from './stage-files.ts'
import type { ChildReply, TaskFailure, TaskName, Tasks } from './tasks.ts'

type ChildRequest<Name extends TaskName> = {
  readonly task: Name
  readonly input: Tasks[Name]['input']
  readonly bytes?: Uint8Array
  /** What the child may answer. */
  readonly limits: FrameLimits
  /** The child is killed when this many milliseconds have passed. */
  readonly killAfterMs: number
  readonly signal?: AbortSignal
  readonly connect?: Connect
  /**
   * Takes the frames with rows that come before the reply. The child sends the next one when it has resolved.
   * The task is cancelled when it rejects.
   */
  readonly onRows?: TakeRows
}

export type ChildAnswer = {
  readonly reply: ChildReply
  readonly bytes: Uint8Array
  /** Whether the child did something beside answering. An odd child must not be used again. */
  readonly isOdd: boolean
}

/** A process that runs one task at a time. It ends after a crash, a deadline or an abort. */
export type Child = {
  /** Whether it takes another task. */
  readonly isAlive: () => boolean
  /** Throws a ChildStartError when the process ended before it could take a task. */
  readonly request: <Name extends TaskName>(request: ChildRequest<Name>) => Promise<ChildAnswer>
  /** Kills the process and deletes its temp folder; may be called again. */
  readonly kill: () => Promise<void>
}

/** The system did not start a child. The message is for the log. */
export class ChildStartError extends Error {
  override readonly name = 'ChildStartError'
}

/** How long a cancelled child may take to stop its statement on the server, in milliseconds. */
const STOP_MS = 2000

type ChildOptions = {
  readonly tempRoot: string
  readonly isolation: Isolation
  /** The folder with compiled code for this kind; null for none. */
  readonly codeFolder: string | null
  /** Receives what the child did beside answering, for the log. */
  readonly onOddity: (oddity: string) => void
}

/**
 * Starts a child with an empty environment, a private folder below `tempRoot` as its working directory, requests on
 * standard input and replies on descriptor 3. Throws a ChildStartError when the system starts no process.
 */
export function startChild(kind: ChildKind, options: ChildOptions): Child {
  const { isolation, onOddity } = options
  const { process: child, privateFolder, files } = spawnConfined(kind, options)
  let isDead = false
  // Listens before anything else: a process that could not be started emits an event that must have a listener.
  const gone = exitOf(child).then(() => {
    isDead = true
    return tryToRemove(privateFolder)
  })
  const conduct = watchConduct(child, onOddity)
  const talk = openConversation(child, (oddity) => {
    conduct.note(oddity)
    void kill()
  })

  async function kill(): Promise<void> {
    isDead = true
    killGroup(child)
    await gone
  }

  async function exchange<Name extends TaskName>(
    { task, input, bytes, limits, connect, onRows }: ChildRequest<Name>,
    cancel: () => void,
  ) {
    await talk.becomeReady(conduct.begin)
    await using _relay = connect ? await openRelay({ privateFolder, isolation, connect }) : null
    const message = { task, input: await files.stage(task, input), isStreamed: onRows !== undefined }
    const answer = await talk.ask({ message, limits, bytes, onRows, cancel })
    const reply = readReply(answer.value)
    if (reply.ok) await files.collect()
    else if (reply.isReusable) await files.discard()
    conduct.judge(answer)
    return { reply, bytes: answer.bytes, isOdd: conduct.isOdd() }
  }

  async function request<Name extends TaskName>(asked: ChildRequest<Name>): Promise<ChildAnswer> {
    const end: { reason: Ending } = { reason: 'crashed' }
    const endAs = (reason: Ending) => {
      end.reason = reason
      isDead = true
      // A child with a statement on a server stops it there first.
      return reason === 'cancelled' && kind === 'database' && talk.isReady() ? stopInTime(talk, kill) : kill()
    }
    const timer = setTimeout(endAs, asked.killAfterMs, 'timeout')
    const onAbort = () => void (isDead || endAs('cancelled'))
    asked.signal?.addEventListener('abort', onAbort, { once: true })
    if (asked.signal?.aborted) onAbort()

    try {
      const answer = await exchange(asked, onAbort)
      // A statement that was stopped fails on its server, which would look like its own failure.
      if (end.reason === 'cancelled') throw new Error('The task was cancelled')
      return answer
    } catch (cause) {
      await kill()
      if (!talk.isReady() && end.reason === 'crashed') throw notStarted(talk, cause)
      return { ...endedAs(end.reason, cause), isOdd: conduct.isOdd() }
    } finally {
      clearTimeout(timer)
      asked.signal?.removeEventListener('abort', onAbort)
    }
  }

  return { isAlive: () => !isDead && !conduct.isFull(), request, kill }
}

/** Notes what a child does beside answering, and whether it keeps too much memory for another task. */
function watchConduct(child: ChildProcess, onOddity: (oddity: string) => void) {
  const findExcess = watchFootprint(child)
  let isOdd = false
  let isFull = false
  const note = (oddity: string) => {
    if (!isOdd) onOddity(oddity)
    isOdd = true
  }
  return {
    note,
    isOdd: () => isOdd,
    isFull: () => isFull,
    begin: findExcess,
    judge: ({ hasMore }: { readonly hasMore: boolean }) => {
      const excess = findExcess()
      isFull = excess.isFull
      const oddity = hasMore ? 'answered twice' : excess.oddity
      if (oddity !== null) note(oddity)
    },
  }
}

/** Closes the input of a child, which then stops its statement and ends; see child/main.ts. Kills it when it does not. */
async function stopInTime(talk: ChildConversation, kill: () => Promise<void>): Promise<void> {
  talk.end()
  await setTimeoutPromise(STOP_MS, undefined, { ref: false })
  await kill()
}

function notStarted(talk: ChildConversation, cause: unknown): ChildStartError {
  return new ChildStartError(talk.lastWords() || String(cause))
}

type Ending = 'timeout' | 'cancelled' | 'crashed'

const ENDINGS: Record<Ending, TaskFailure> = {
  timeout: { reason: 'timeout', message: 'It took too long and was stopped.' },
  cancelled: { reason: 'cancelled', message: 'It was cancelled.' },
  crashed: { reason: 'crashed', message: 'It used too much memory or broke the engine, and was stopped.' },
}

function endedAs(ending: Ending, cause: unknown): Omit<ChildAnswer, 'isOdd'> {
  return { reply: { ok: false, isReusable: false, ...ENDINGS[ending], cause }, bytes: new Uint8Array(0) }
}

function spawnConfined(kind: ChildKind, { tempRoot, isolation, codeFolder }: ChildOptions) {
  try {
    const { userId } = isolation
    // SQLite opens absolute paths only, and another user cannot enter the folders above `tempRoot`.
    const isInOpen = kind === 'sqlite' && userId !== null && isolation.mode === 'privileges'
    const privateFolder = mkdtempSync(join(isInOpen ? tmpdir() : tempRoot, `${kind}-`))
    if (userId !== null) chownSync(privateFolder, userId, userId)
    const { command, folder } = childCommand(kind, { isolation, privateFolder, codeFolder })
    const [program = '', ...args] = command
    // Its own process group: Ctrl-C in a terminal must not end tasks that a graceful shutdown still waits for.
    const stdio: ('pipe' | 'ignore')[] = ['pipe', 'ignore', 'pipe', 'pipe']
    const env = {
      NODE_ENV: 'production',
      ...(codeFolder !== null && { NODE_COMPILE_CACHE: codeFolder }),
    } as const
    return {
      process: spawn(program, args, { cwd: privateFolder, env, detached: true, stdio }),
      privateFolder,
      files: createStagedFiles({ privateFolder, seenFolder: isInOpen ? privateFolder : folder, userId }),
    }
  } catch (cause) {
    throw new ChildStartError(String(cause), { cause })
  }
}

/** What cannot be deleted now is deleted when the sandbox is closed, or at the next start. */
async function tryToRemove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}

/** Ends the child and the programs that confine it. */
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The process has ended, or is not yet the leader of its group.
    child.kill('SIGKILL')
  }
}

/** How long after its end the last output of a child is read, in milliseconds. */
const LAST_OUTPUT_MS = 500

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => {
      // A process that the child has left behind may hold the pipes open.
      const closePipes = () => {
        for (const pipe of child.stdio) pipe?.destroy()
      }
      const timer = setTimeout(closePipes, LAST_OUTPUT_MS)
      child.once('close', () => clearTimeout(timer))
    })
    child.once('close', () => resolve())
    // Emitted instead of 'close' when the process could not be started at all.
    child.once('error', () => resolve())
  })
}

/** Checks the parts of a reply that the service uses, because the child may be compromised. */
function readReply(value: Readonly<Record<string, unknown>>): ChildReply {
  if (value.ok === true) return { ok: true, result: value.result }
  const { reason, message, isReusable, cause } = value
  if (!isReason(reason) || typeof message !== 'string') throw new Error('The child sent no reply')
  return { ok: false, reason, message, isReusable: isReusable === true, cause }
}

const REASONS = ['refused', 'invalid', 'timeout', 'memory', 'disk_full', 'crashed', 'cancelled'] as const

function isReason(value: unknown): value is TaskFailure['reason'] {
  return REASONS.some((reason) => reason === value)
}
