import { TRPCClientError } from '@trpc/client'
import type { TurnEvent } from '#web/console/components/conversation/turn.ts'

/** Milliseconds before each attempt to continue a stream that broke. The delays start again after an event arrives. */
const RESUME_DELAYS_MS = [0, 500, 1000, 2000, 4000, 8000, 15_000]

type Open = () => Promise<AsyncIterable<TurnEvent>>

type Resumption = {
  /** Opens the events of a run, from the first or behind the one with the id `after`. */
  readonly follow: (runId: string, after: string | undefined) => Promise<AsyncIterable<TurnEvent>>
  /** Absent for a new question: the first event of its stream names the run. */
  readonly runId?: string
}

/**
 * Yields the events of a turn up to its `message`. A stream that breaks is continued behind its last event. Throws a
 * refusal of the service at once. Throws the error of a broken stream when its run is unknown, or when no attempt of
 * `RESUME_DELAYS_MS` continues it.
 */
export async function* resumeStream(
  open: Open,
  { follow, runId }: Resumption,
): AsyncGenerator<TurnEvent, void, void> {
  const seen: { runId: string | undefined; id: string | undefined } = { runId, id: undefined }
  let openNext = open
  for (let failures = 0; ; failures += 1) {
    const before = seen.id
    try {
      for await (const event of await openNext()) {
        if (event.type === 'run') seen.runId = event.run_id
        if (event.type !== 'message') seen.id = event.id
        yield event
        if (event.type === 'message') return
      }
      throw new TypeError('The stream ended without an answer')
    } catch (error) {
      if (seen.id !== before) failures = 0
      const { runId: known, id } = seen
      const delayMs = RESUME_DELAYS_MS[failures]
      if (known === undefined || delayMs === undefined || isRefusal(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      openNext = () => follow(known, id)
    }
  }
}

/** Whether the service answered with a failure. Anything else is a connection that broke. */
export function isRefusal(error: unknown): boolean {
  return error instanceof TRPCClientError && Boolean(error.data)
}
