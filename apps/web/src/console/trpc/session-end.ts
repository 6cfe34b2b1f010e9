const ENDED = 'parley:session-ended'

/** Says that the service refused a call because the session has ended. */
export function noteSessionEnd(): void {
  window.dispatchEvent(new Event(ENDED))
}

/** Calls `onEnd` each time the session is found to have ended. Returns a function that stops this. */
export function watchSessionEnd(onEnd: () => void): () => void {
  window.addEventListener(ENDED, onEnd)
  return () => window.removeEventListener(ENDED, onEnd)
}
