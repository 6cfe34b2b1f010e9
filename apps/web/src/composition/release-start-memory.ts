import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const CHECK_MS = 2_000
/** The share of the processor that the timers of an idle service stay below. */
const IDLE_SHARE = 0.05

/**
 * Gives back to the system the memory that only the start needed, once the process has been idle for `checkMs`. Runs
 * one whole collection, which also shrinks V8's spaces. That takes up to 0.25 s of the processor, so it waits until no
 * request is being answered, and it happens once. V8 itself shrinks no space while the service is idle (decision 0152).
 */
export function releaseStartMemory({ checkMs = CHECK_MS } = {}): void {
  let used = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(used)
    used = process.cpuUsage()
    if ((user + system) / 1000 > IDLE_SHARE * checkMs) return
    clearInterval(timer)
    collect()
  }, checkMs)
  timer.unref()
}

function collect(): void {
  // The function exists only in contexts that are made while the flag is set.
  setFlagsFromString('--expose-gc')
  const gc: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
