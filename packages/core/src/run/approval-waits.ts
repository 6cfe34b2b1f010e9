/** The steps of this process that wait for their owner. Opened at start. */
export type ApprovalWaits = {
  /** Resolves when the step is decided through this process, after `ms`, when the signal aborts, or with `close`. */
  readonly next: (
    step: StepPlace,
    options: { readonly ms: number; readonly signal: AbortSignal },
  ) => Promise<void>
  /** Whether the process is about to stop: there is no time left to wait for a person. */
  readonly isClosed: () => boolean
  readonly close: () => void
  /** Ends the wait for this step, if this process waits for it. */
  readonly wake: (step: StepPlace) => void
}

export type StepPlace = { readonly runId: string; readonly stepId: number }

/** Opens an empty set of waits. */
export function openApprovalWaits(): ApprovalWaits {
  const wakers = new Map<string, () => void>()
  let isClosed = false

  return {
    next: (step, { ms, signal }) =>
      new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', finish)
          wakers.delete(placeKey(step))
          resolve()
        }
        const timer = setTimeout(finish, ms)
        wakers.set(placeKey(step), finish)
        signal.addEventListener('abort', finish, { once: true })
        if (signal.aborted || isClosed) finish()
      }),
    isClosed: () => isClosed,
    close() {
      isClosed = true
      for (const finish of wakers.values()) finish()
    },
    wake: (step) => wakers.get(placeKey(step))?.(),
  }
}

function placeKey({ runId, stepId }: StepPlace): string {
  return `${runId} ${stepId}`
}
