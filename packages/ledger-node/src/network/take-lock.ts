import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { InvalidNetworkError } from '../invalid-network-error.ts'

/** How often a lock that another process holds is tried again. */
const RETRY_MS = 20
/** An append takes a second at most. A lock this old is one of a process that was killed. */
const ABANDONED_MS = 15_000

/**
 * Creates the file that keeps other processes from changing the script, and blocks while there is one of another
 * process. Whoever took it removes it.
 *
 * @throws InvalidNetworkError when the lock cannot be had within `waitMs`.
 */
export function takeLock(lock: string, waitMs: number): void {
  const end = performance.now() + waitMs
  while (!tryLock(lock)) {
    if (isAbandoned(lock)) rmSync(lock, { force: true })
    if (performance.now() > end) {
      throw new InvalidNetworkError('script', `is being changed by another process (${lock}); try again`)
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
  }
}

function tryLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx'))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function isAbandoned(lock: string): boolean {
  const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY }
  return Date.now() - mtimeMs > ABANDONED_MS
}
