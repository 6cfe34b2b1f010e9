import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ColumnValues } from './collect-values.ts'
import { writeValues } from './write-values.ts'

const THREAD = new URL('./writing-thread.ts', import.meta.url)
/** What a thread may hold in JavaScript objects. Postings lie beside them, at most 100 MB. */
const HEAP_MB = 768
/** This many values are written in about eight milliseconds. A thread takes longer to start. */
const FEW_VALUES = 2000

/**
 * Writes the index of values into a new file. More than a few values are written in a worker thread, because writing
 * them here would delay all requests. Throws where the file cannot be written, a column cannot be read, and when the
 * signal aborts; then it leaves unfinished files whose paths begin with `path`.
 */
export async function buildValues(
  path: string,
  { columns, signal }: { readonly columns: AsyncIterable<ColumnValues>; readonly signal: AbortSignal },
): Promise<void> {
  const first: ColumnValues[] = []
  let count = 0
  let thread: Thread | null = null
  try {
    for await (const column of columns) {
      if (thread) {
        await thread.send(column)
        continue
      }
      first.push(column)
      count += column.values.length
      if (count <= FEW_VALUES) continue
      thread = startThread(path, signal)
      for (const one of first) await thread.send(one)
    }
    if (thread) await thread.finish()
    else await writeFew(path, first)
  } finally {
    await thread?.end()
  }
}

async function writeFew(path: string, columns: readonly ColumnValues[]): Promise<void> {
  const writer = writeValues(path)
  for (const column of columns) {
    writer.add(column)
    await nextTurn()
  }
  writer.finish()
}

type Thread = {
  /** Waits until the thread is done with the column before, so that it works while the next one is read. */
  readonly send: (column: ColumnValues) => Promise<void>
  readonly finish: () => Promise<void>
  readonly end: () => Promise<number>
}

function startThread(path: string, signal: AbortSignal): Thread {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB }
  const thread = new Worker(THREAD, { workerData: path, resourceLimits })
  let working: Promise<unknown> = Promise.resolve()
  const post = async (message: ColumnValues | null) => {
    await working
    working = once(thread, 'message', { signal })
    // The next step reports a failure.
    working.catch(() => undefined)
    thread.postMessage(message)
  }
  return {
    send: post,
    finish: async () => {
      await post(null)
      await working
    },
    end: () => thread.terminate(),
  }
}
