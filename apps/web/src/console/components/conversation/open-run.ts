/** Stores the id of the running run of a chat, so that this tab finds it again after a reload. */
export function keepOpenRun(sessionId: string, runId: string): void {
  window.sessionStorage.setItem(keyOf(sessionId), runId)
}

/** The newest run that this tab began in a chat; null when there is none. */
export function readOpenRun(sessionId: string): string | null {
  return window.sessionStorage.getItem(keyOf(sessionId))
}

function keyOf(sessionId: string): string {
  return `parley.run.${sessionId}`
}
