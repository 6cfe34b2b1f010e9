import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { TaskError } from '../task-error.ts'

/** As large as an upload without compression may be. */
const MAX_UNPACKED_BYTES = 2 ** 31
/** Tables shrink to a hundredth at most; a file that was made to fill the disk shrinks to a thousandth. */
const MAX_RATIO = 200
/** Small enough to unpack at any ratio. */
const FREE_BYTES = 64 * 2 ** 20

/** Bytes that all files of one upload may still unpack to. */
export type UnpackBudget = { left: number }

/** Returns the budget of an upload of this many bytes. */
export function unpackBudget(packedBytes: number): UnpackBudget {
  return { left: Math.min(MAX_UNPACKED_BYTES, Math.max(FREE_BYTES, packedBytes * MAX_RATIO)) }
}

/** Passes unpacked bytes on. Throws a TaskError when they pass the budget, and for contents that are damaged. */
export async function* withinBudget(
  budget: UnpackBudget,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const chunk of chunks) {
      budget.left -= chunk.byteLength
      if (budget.left < 0) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    if (error instanceof TaskError) throw error
    throw new TaskError('invalid', 'The file is cut off or damaged and cannot be unpacked.', { cause: error })
  }
}

/** Writes an unpacked stream to a file. Throws like `withinBudget`. */
export async function unpackTo(
  path: string,
  { budget, from }: { readonly budget: UnpackBudget; readonly from: AsyncIterable<Uint8Array> },
): Promise<void> {
  await pipeline(withinBudget(budget, from), createWriteStream(path))
}

function tooLarge(): TaskError {
  const size = MAX_UNPACKED_BYTES / 2 ** 30
  const message = `The file unpacks to more than ${size} GB or to more than ${MAX_RATIO} times its size; upload it without compression.`
  return new TaskError('invalid', message)
}
