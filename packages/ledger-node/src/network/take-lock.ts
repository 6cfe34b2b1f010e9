import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { InvalidNetworkError } from '../schema/invalid-network-error.ts'

/** The pause between two attempts to take the lock. */
const RETRY_MS = 20
/** An append takes at most a second. A lock this old belongs to a killed process. */
const ABANDONED_MS = 15_000

/**
 * Creates the lock file that keeps other processes from changing the script. Waits while another process holds it. The
 * caller removes the file.
 *
 * @throws InvalidNetworkError when the lock is not free within `waitMs`.
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
