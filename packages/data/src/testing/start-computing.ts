/**
 * Returns a function that tells how many milliseconds this thread has computed since. A busy machine makes a test wait
 * longer, but not compute more.
 */
export function startComputing(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
}
