import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { isJsonObject } from '../json.ts'
import { type Frame, type FrameLimits, readFrames, writeFrame } from './frames.ts'

/** Takes a frame with rows. */
export type TakeRows = (rows: Pick<Frame, 'value' | 'bytes'>) => Promise<void>

type Question = {
  readonly message: Readonly<Record<string, unknown>>
  readonly bytes: Uint8Array | undefined
  /** Bounds of each frame. */
  readonly limits: FrameLimits
  /** Takes the frames with rows that come before the answer. */
  readonly onRows: TakeRows | undefined
  /** Called when `onRows` rejects. Later rows are dropped, so that the child can write until it has stopped. */
  readonly cancel: () => void
}

type Answer = {
  readonly value: Readonly<Record<string, unknown>>
  readonly bytes: Uint8Array
  /** Whether more than the answer has arrived. */
  readonly hasMore: boolean
}

/** The pipes of a child: one question after the other, each with one answer. */
export type ChildConversation = {
  /** Waits until the child has loaded its libraries, then calls `onReady`, once. Throws when it ends before that. */
  readonly becomeReady: (onReady: () => unknown) => Promise<void>
  readonly isReady: () => boolean
  /** Sends a question and awaits its answer. Throws when the child ends, exceeds limits or answers another question. */
  readonly ask: (question: Question) => Promise<Answer>
  /** Closes the input of the child. */
  readonly end: () => void
  /** The last lines that the child wrote to its standard error. */
  readonly lastWords: () => string
}

const READY_LIMITS: FrameLimits = { maxTextBytes: 1000, maxBytes: 1000, maxDepth: 10 }
/** What a child may write to its standard error in its life. */
const MAX_COMPLAINT_BYTES = 2 ** 20

/** Opens the pipes of a started child. `onOddity` is called when the child writes what it was not asked for. */
export function openConversation(child: ChildProcess, onOddity: (oddity: string) => void): ChildConversation {
  const { requests, complaints, answers } = pipesOf(child)
  const lastWords = keepTail(complaints, () => onOddity('wrote too much to its standard error'))
  let limits = READY_LIMITS
  let isReady = false
  let isAsked = true
  const frames = readFrames(answers, () => limits)
  // Writing to a dead child fails here; the request sees it as the end of the answers.
  requests.on('error', () => undefined)
  answers.on('readable', () => {
    if (!isAsked && answers.readableLength > 0) onOddity('wrote without being asked')
  })

  async function nextFrame() {
    const next = await frames.next()
    if (next.done) throw new Error(`The child ended: ${lastWords()}`)
    return next.value
  }

  return {
    isReady: () => isReady,
    becomeReady: async (onReady) => {
      if (isReady) return
      const { hasMore } = await nextFrame()
      if (hasMore) throw new Error('The child answered before it was asked')
      isReady = true
      isAsked = false
      onReady()
    },
    ask: async (question) => {
      // Random, so that a child cannot prepare the answer to a later question.
      const id = randomUUID()
      limits = question.limits
      isAsked = true
      writeFrame(requests, { ...question.message, id }, question.bytes)
      let take = question.onRows
      for (;;) {
        const { value, bytes, hasMore } = await nextFrame()
        if (!isJsonObject(value) || value.id !== id) throw new Error('The child answered another task')
        if (question.onRows === undefined || !('columns' in value)) {
          isAsked = false
          return { value, bytes, hasMore: hasMore || answers.readableLength > 0 }
        }
        await take?.({ value, bytes }).catch(() => {
          take = undefined
          question.cancel()
        })
      }
    },
    end: () => requests.end(),
    lastWords,
  }
}

function pipesOf(child: ChildProcess): { requests: Writable; complaints: Readable; answers: Readable } {
  const { stdin, stderr } = child
  const answers = child.stdio[3]
  if (!stdin || !stderr || !answers || !('read' in answers)) throw new Error('The child has no pipes')
  return { requests: stdin, complaints: stderr, answers }
}

const KEPT_CHARACTERS = 2000

function keepTail(stream: Readable, onExcess: () => void): () => string {
  let tail = ''
  let byteCount = 0
  stream.on('data', (chunk: Buffer) => {
    byteCount += chunk.byteLength
    if (byteCount > MAX_COMPLAINT_BYTES) {
      stream.pause()
      onExcess()
    } else tail = (tail + chunk.subarray(-KEPT_CHARACTERS).toString()).slice(-KEPT_CHARACTERS)
  })
  stream.on('error', () => undefined)
  return () => tail
}
