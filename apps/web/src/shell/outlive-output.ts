/**
 * Lets the service go on when nothing reads its standard output or error any more, for example after a log collector has
 * ended. Without a listener each failed line becomes an exception, and the report of that is the next failed line
 * (https://nodejs.org/docs/latest-v24.x/api/process.html#a-note-on-process-io).
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
