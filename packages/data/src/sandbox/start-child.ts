import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import { isJsonObject } from '../json.ts'
import { type ChildKind, childCommand } from './child-command.ts'
import { type Frame, readFrames, writeFrame } from './frames.ts'
import type { Isolation } from './isolation.ts'
import { createStagedFiles } from './stage-files.ts'
import type { ChildReply, TaskFailure, TaskName, Tasks } from './tasks.ts'

type ChildRequest<Name extends TaskName> = {
  readonly task: Name
  readonly input: Tasks[Name]['input']
  readonly bytes?: Uint8Array
  /** The child is killed when this many milliseconds have passed. */
  readonly killAfterMs: number
  readonly signal?: AbortSignal
  /**
   * Takes the frames with rows that come before the reply. The child sends the next one when it has resolved.
   * The task is cancelled when it rejects.
   */
  readonly onRows?: (frame: Frame) => Promise<void>
}

export type ChildAnswer = { readonly reply: ChildReply; readonly bytes: Uint8Array }

/** A process that runs one task at a time. It ends after a crash, a deadline or an abort. */
export type Child = {
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

const MAX_FRAME_BYTES = 64 * 1024 * 1024
const MAX_REPLY_DEPTH = 100
/** How long a cancelled child may take to stop its statement on the server, in milliseconds. */
const STOP_MS = 2000

/**
 * Starts a child with an empty environment, a private folder below `tempRoot` as its working directory, requests on
 * standard input and replies on descriptor 3. Throws a ChildStartError when the system starts no process.
 */
export function startChild(
  kind: ChildKind,
  { tempRoot, isolation }: { tempRoot: string; isolation: Isolation },
): Child {
  const { process: child, privateFolder, files } = spawnConfined(kind, { tempRoot, isolation })
  let isDead = false
  // Listens before anything else: a process that could not be started emits an event that must have a listener.
  const gone = exitOf(child).then(async () => {
    isDead = true
    // What cannot be deleted now is deleted when the sandbox is closed, or at the next start.
    await rm(privateFolder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  })
  const { requests, complaints, answers } = pipesOf(child)
  const lastWords = keepTail(complaints)
  const frames = readFrames(answers, { maxBytes: MAX_FRAME_BYTES, maxDepth: MAX_REPLY_DEPTH })
  // Writing to a dead child fails here; the request sees it as the end of the answers.
  requests.on('error', () => undefined)
  let isReady = false

  async function kill(): Promise<void> {
    isDead = true
    killGroup(child)
    await gone
  }

  async function exchange<Name extends TaskName>(
    { task, input, bytes, onRows }: ChildRequest<Name>,
    cancel: () => void,
  ) {
    if (!isReady) isReady = !(await frames.next()).done
    if (!isReady) throw new Error('The child ended before it was ready')
    const isStreamed = onRows !== undefined
    writeFrame(requests, { task, input: await files.stage(task, input), isStreamed }, bytes)
    const answer = await readAnswer(frames, onRows, cancel)
    if (!answer) throw new Error(`The child ended: ${lastWords()}`)
    const reply = readReply(answer.value)
    if (reply.ok) await files.collect()
    return { reply, bytes: answer.bytes }
  }

  async function request<Name extends TaskName>(asked: ChildRequest<Name>): Promise<ChildAnswer> {
    const end = { reason: 'crashed' as Ending }
    const endAs = (reason: Ending) => {
      end.reason = reason
      isDead = true
      // A child with a statement on a server stops it there first.
      return reason === 'cancelled' && kind === 'database' && isReady ? stopInTime(requests, kill) : kill()
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
      if (!isReady && end.reason === 'crashed') throw new ChildStartError(lastWords() || String(cause))
      return {
        reply: { ok: false, isReusable: false, ...ENDINGS[end.reason], cause },
        bytes: new Uint8Array(0),
      }
    } finally {
      clearTimeout(timer)
      asked.signal?.removeEventListener('abort', onAbort)
    }
  }

  return { isAlive: () => !isDead, request, kill }
}

/** Hands on the frames with rows until their taker rejects. Returns the frame after them; null when there is none. */
async function readAnswer(
  frames: AsyncGenerator<Frame, void, void>,
  onRows: ChildRequest<TaskName>['onRows'],
  cancel: () => void,
): Promise<Frame | null> {
  let take = onRows
  for (let next = await frames.next(); !next.done; next = await frames.next()) {
    const { value: frame } = next
    const hasRows = onRows !== undefined && isJsonObject(frame.value) && 'columns' in frame.value
    if (!hasRows) return frame
    await take?.(frame).catch(() => {
      // Later rows are dropped, so that the child can write until it has stopped.
      take = undefined
      cancel()
    })
  }
  return null
}

/** Closes the input of a child, which then stops its statement and ends; see child/main.ts. Kills it when it does not. */
async function stopInTime(requests: Writable, kill: () => Promise<void>): Promise<void> {
  requests.end()
  await setTimeoutPromise(STOP_MS, undefined, { ref: false })
  await kill()
}

type Ending = 'timeout' | 'cancelled' | 'crashed'

const ENDINGS: Record<Ending, TaskFailure> = {
  timeout: { reason: 'timeout', message: 'It took too long and was stopped.' },
  cancelled: { reason: 'cancelled', message: 'It was cancelled.' },
  crashed: { reason: 'crashed', message: 'It used too much memory or broke the engine, and was stopped.' },
}

function spawnConfined(kind: ChildKind, { tempRoot, isolation }: { tempRoot: string; isolation: Isolation }) {
  try {
    const privateFolder = mkdtempSync(join(tempRoot, `${kind}-`))
    const { userId } = isolation
    if (userId !== null) chownSync(privateFolder, userId, userId)
    const { command, folder } = childCommand(kind, { isolation, privateFolder })
    const [program = '', ...args] = command
    // Its own process group: Ctrl-C in a terminal must not end tasks that a graceful shutdown still waits for.
    const stdio: ('pipe' | 'ignore')[] = ['pipe', 'ignore', 'pipe', 'pipe']
    const env = { NODE_ENV: 'production' } as const
    return {
      process: spawn(program, args, { cwd: privateFolder, env, detached: true, stdio }),
      privateFolder,
      files: createStagedFiles({ privateFolder, seenFolder: folder, userId }),
    }
  } catch (cause) {
    throw new ChildStartError(String(cause), { cause })
  }
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

function pipesOf(child: ChildProcess): { requests: Writable; complaints: Readable; answers: Readable } {
  const { stdin, stderr } = child
  const answers = child.stdio[3]
  if (!stdin || !stderr || !answers || !('read' in answers)) throw new Error('The child has no pipes')
  return { requests: stdin, complaints: stderr, answers }
}

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('close', () => resolve())
    // Emitted instead of 'close' when the process could not be started at all.
    child.once('error', () => resolve())
  })
}

const KEPT_CHARACTERS = 2000

function keepTail(stream: Readable): () => string {
  let tail = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    tail = (tail + text).slice(-KEPT_CHARACTERS)
  })
  stream.on('error', () => undefined)
  return () => tail
}

/** Checks the parts of a reply that the service uses, because the child may be compromised. */
function readReply(value: unknown): ChildReply {
  if (!isJsonObject(value)) throw new Error('The child sent no object')
  if (value.ok === true) return { ok: true, result: value.result }
  const { reason, message, isReusable, cause } = value
  if (!isReason(reason) || typeof message !== 'string') throw new Error('The child sent no reply')
  return { ok: false, reason, message, isReusable: isReusable === true, cause }
}

const REASONS = ['refused', 'invalid', 'timeout', 'memory', 'crashed', 'cancelled'] as const

function isReason(value: unknown): value is TaskFailure['reason'] {
  return REASONS.some((reason) => reason === value)
}
