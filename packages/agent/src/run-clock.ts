import { AppError } from '@parley/errors'
import { startTimer } from './start-timer.ts'

/** The share of a run's time in which tools may be called. The rest is for the answer. */
const TOOL_SHARE = 5 / 6
/**
 * Shared by all runs: creating an Error captures a stack trace, which is expensive, and no caller reads this
 * one.
 */
const RUN_ENDED = new Error('The run has ended.')

export type RunClock = {
  /** Aborts when the caller cancels or the time for tools is over. */
  readonly toolSignal: () => AbortSignal
  /** Aborts when the caller cancels or the whole time is over. */
  readonly modelSignal: AbortSignal
  readonly isCancelled: () => boolean
  readonly isLate: () => boolean
  readonly isOver: () => boolean
  /** Pauses the time until the returned function is called. Pauses may overlap. */
  readonly pause: () => () => void
  /** Aborts both signals and clears the timers. */
  readonly stop: () => void
}

/** Starts the time of a run. `runMs` is the whole time; tools must end after five sixths of it. */
export function startClock(signal: AbortSignal, runMs: number): RunClock {
  const model = new AbortController()
  // Made when a tool is first called: most runs without tools are short, and a controller costs as much as a timer.
  let tools: AbortController | null = null
  let isLate = false
  let isOver = false
  let toolsEnded: { readonly reason: unknown } | null = null
  const endTools = (reason: unknown) => {
    toolsEnded ??= { reason }
    tools?.abort(reason)
  }
  const end = (reason: unknown) => {
    endTools(reason)
    model.abort(reason)
  }
  const cancel = () => end(signal.reason)
  const lateTimer = startTimer(runMs * TOOL_SHARE, () => {
    isLate = true
    endTools(new AppError('upstream_timeout', 'The time for tools in this run is used up.'))
  })
  const overTimer = startTimer(runMs, () => {
    isOver = true
    end(new AppError('upstream_timeout', 'The time for this run is used up.'))
  })

  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
  return {
    // A getter would be worse: V8 describes such an object anew for each run, in memory that only full collections free.
    toolSignal() {
      if (tools === null) {
        tools = new AbortController()
        if (toolsEnded !== null) tools.abort(toolsEnded.reason)
      }
      return tools.signal
    },
    modelSignal: model.signal,
    isCancelled: () => signal.aborted,
    isLate: () => isLate,
    isOver: () => isOver,
    pause: () => {
      const resumes = [lateTimer.pause(), overTimer.pause()]
      return () => {
        for (const resume of resumes) resume()
      }
    },
    stop: () => {
      lateTimer.stop()
      overTimer.stop()
      signal.removeEventListener('abort', cancel)
      end(RUN_ENDED)
    },
  }
}

/** Races promises, one after the other, against a signal. */
type AbortRace = {
  /** Returns the promise's result, or throws the signal's reason as soon as it aborts, also when the work ignores it. */
  readonly run: <T>(work: Promise<T>) => Promise<T>
  readonly close: () => void
}

/**
 * Opens a race of many promises with one listener: a listener for each takes a fifth of the processor time of a streamed
 * delta. The caller must close it.
 */
export function openAbortRace(signal: AbortSignal): AbortRace {
  let lose: (reason: unknown) => void = () => {}
  const abort = () => lose(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return {
    run: (work) =>
      new Promise((resolve, reject) => {
        lose = reject
        if (signal.aborted) abort()
        work.then(resolve, reject)
      }),
    close: () => signal.removeEventListener('abort', abort),
  }
}

/** Does the same for one promise. */
export function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const race = openAbortRace(signal)
  return race.run(work).finally(race.close)
}
