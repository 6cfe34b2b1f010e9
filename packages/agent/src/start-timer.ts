export type Timer = {
  /** Pauses the timer until the returned function is called. Pauses may overlap; each is ended once. */
  readonly pause: () => () => void
  readonly stop: () => void
}

/** Calls `onEnd` once, after `ms` milliseconds outside of pauses. */
export function startTimer(ms: number, onEnd: () => void): Timer {
  let remainingMs = ms
  let pauses = 0
  let isStopped = false
  let startedAt = performance.now()
  let timeout = setTimeout(finish, ms)

  function finish(): void {
    isStopped = true
    onEnd()
  }

  function resume(): void {
    pauses -= 1
    if (pauses > 0 || isStopped) return
    startedAt = performance.now()
    timeout = setTimeout(finish, remainingMs)
  }

  return {
    pause() {
      if (pauses === 0) {
        clearTimeout(timeout)
        remainingMs = Math.max(0, remainingMs - (performance.now() - startedAt))
      }
      pauses += 1
      let isPaused = true
      return () => {
        if (isPaused) resume()
        isPaused = false
      }
    },
    stop() {
      isStopped = true
      clearTimeout(timeout)
    },
  }
}
