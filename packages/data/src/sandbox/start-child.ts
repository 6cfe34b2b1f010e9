import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { isJsonObject } from '../json.ts'
import { readFrames, writeFrame } from './frames.ts'
import type { ChildReply, TaskFailure, TaskName } from './tasks.ts'

/** What a child is started for. It loads the libraries of its kind alone and is never given another kind of work. */
export type ChildKind = 'sql' | 'database' | 'file' | 'chart'

type ChildRequest = {
  readonly task: TaskName
  readonly input: unknown
  readonly bytes?: Uint8Array
  /** The child is killed when this many milliseconds have passed. */
  readonly killAfterMs: number
  readonly signal?: AbortSignal
}

export type ChildAnswer = { readonly reply: ChildReply; readonly bytes: Uint8Array }

/** A process that runs one task at a time. A crash, a deadline or an abort ends it for good. */
export type Child = {
  readonly isAlive: () => boolean
  readonly request: (request: ChildRequest) => Promise<ChildAnswer>
  /** Kills the process and removes its temp folder; may be called again. */
  readonly kill: () => Promise<void>
}

const ENTRY = fileURLToPath(new URL('../child/main.ts', import.meta.url))

const MAX_FRAME_BYTES = 64 * 1024 * 1024
const MAX_REPLY_DEPTH = 100

/**
 * Starts a child with an empty environment, a private temp folder below `tempRoot` as its working directory,
 * requests on standard input and replies on descriptor 3. `prlimit` is the path of the util-linux program;
 * null where there is none, then V8's heap cap and the deadline are the only limits. Throws when the system lets no
 * process start.
 */
export function startChild(
  kind: ChildKind,
  { tempRoot, prlimit }: { tempRoot: string; prlimit: string | null },
): Child {
  const tempFolder = mkdtempSync(join(tempRoot, `${kind}-`))
  const child = spawnLimited(kind, { tempFolder, prlimit })
  let isDead = false
  // First of all: a process that could not be started says so in an event that must not go unheard.
  const gone = exitOf(child).then(async () => {
    isDead = true
    // What cannot be removed now goes when the sandbox is closed, or at the next start.
    await rm(tempFolder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  })
  const { requests, complaints, answers } = pipesOf(child)
  const lastWords = keepTail(complaints)
  const frames = readFrames(answers, { maxBytes: MAX_FRAME_BYTES, maxDepth: MAX_REPLY_DEPTH })
  // Writing to a dead child fails here; the request sees it as the end of the answers.
  requests.on('error', () => undefined)

  async function kill(): Promise<void> {
    isDead = true
    child.kill('SIGKILL')
    await gone
  }

  async function request({ task, input, bytes, killAfterMs, signal }: ChildRequest): Promise<ChildAnswer> {
    let ending: 'timeout' | 'cancelled' | 'crashed' = 'crashed'
    const endAs = (reason: 'timeout' | 'cancelled') => {
      ending = reason
      void kill()
    }
    const timer = setTimeout(endAs, killAfterMs, 'timeout')
    const onAbort = () => endAs('cancelled')
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()

    try {
      writeFrame(requests, { task, input }, bytes)
      const next = await frames.next()
      if (next.done) throw new Error(`The child ended: ${lastWords()}`)
      return { reply: readReply(next.value.value), bytes: next.value.bytes }
    } catch (cause) {
      await kill()
      return { reply: { ok: false, isReusable: false, ...ENDINGS[ending], cause }, bytes: new Uint8Array(0) }
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  return { isAlive: () => !isDead, request, kill }
}

const ENDINGS: Record<'timeout' | 'cancelled' | 'crashed', TaskFailure> = {
  timeout: { reason: 'timeout', message: 'It took too long and was stopped.' },
  cancelled: { reason: 'cancelled', message: 'It was cancelled.' },
  crashed: { reason: 'crashed', message: 'It used too much memory or broke the engine, and was stopped.' },
}

/** V8 reserves about 0.55 GB of the data segment before it runs anything; 1 GB beyond that is for the task. */
const DATA_SEGMENT_BYTES = 1_650_000_000
const OPEN_FILES = 512
const CPU_SECONDS: Record<ChildKind, number> = { sql: 240, database: 240, file: 900, chart: 120 }
const WRITTEN_FILE_BYTES: Record<ChildKind, number> = {
  sql: 2 ** 30,
  database: 2 ** 20,
  file: 2 ** 33,
  chart: 2 ** 20,
}

/** No code is made from strings in a child, and its JavaScript heap has its own cap so that it ends before the machine does. */
const NODE_FLAGS = ['--disallow-code-generation-from-strings', '--max-old-space-size=512', '--no-warnings']

function spawnLimited(
  kind: ChildKind,
  { tempFolder, prlimit }: { tempFolder: string; prlimit: string | null },
): ChildProcess {
  const node = [process.execPath, ...NODE_FLAGS, ENTRY, kind]
  const limits = [
    `--data=${DATA_SEGMENT_BYTES}`,
    `--cpu=${CPU_SECONDS[kind]}`,
    `--fsize=${WRITTEN_FILE_BYTES[kind]}`,
    `--nofile=${OPEN_FILES}`,
    '--core=0',
  ]
  const [command = '', ...args] = prlimit === null ? node : [prlimit, ...limits, '--', ...node]
  // Its own process group: Ctrl-C in a terminal must not end tasks that a graceful shutdown still waits for.
  const stdio: ('pipe' | 'ignore')[] = ['pipe', 'ignore', 'pipe', 'pipe']
  return spawn(command, args, { cwd: tempFolder, env: { NODE_ENV: 'production' }, detached: true, stdio })
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
    // Raised instead of 'close' when the process could not be started at all.
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

/** The shape of a reply is checked as far as the service relies on it: the child may have been taken over. */
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
