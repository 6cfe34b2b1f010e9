import { createSandbox, type Sandbox } from '../sandbox/create-sandbox.ts'

let opened: Promise<Sandbox> | undefined

/**
 * The sandbox that the test files of one worker share, opened at first use. A child starts in 0.1 to 0.4 s of processor
 * time, and serves the next file too. It is never closed: the children end with the worker, and the test run deletes
 * its temporary folders. A test of the sandbox itself, or of what its end does, opens its own.
 */
export function sandboxOfWorker(): Promise<Sandbox> {
  opened ??= createSandbox()
  return opened
}
