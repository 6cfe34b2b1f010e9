/** Tells how many milliseconds this thread has computed since then: a busy machine makes a test wait, not compute. */
export function startComputing(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
}
