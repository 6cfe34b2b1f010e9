/** Asks a server to stop a statement. */
type Stop = () => Promise<unknown>

const running = new Set<Stop>()

/** Registers a function that stops a statement on its server, until the returned value is disposed of. */
export function trackStatement(stop: Stop): Disposable {
  running.add(stop)
  return { [Symbol.dispose]: () => running.delete(stop) }
}

/**
 * Asks the servers to stop the statements of this child. Resolves after all requests, also when they fail.
 */
export async function stopStatements(): Promise<void> {
  await Promise.allSettled([...running].map((stop) => stop()))
}
