import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createSandbox, type Sandbox } from '../sandbox/create-sandbox.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended from outside.
  interface ProvidedContext {
    /** A folder on the file system of temporary files, which the test run deletes at its end. */
    runFolder: string
  }
}

let opened: Promise<Sandbox> | undefined

/**
 * The sandbox that the test files of one worker share, opened at first use. A child starts in 0.1 to 0.4 s of processor
 * time, and serves the next file too. It is never closed: the children end with the worker, and the test run deletes
 * their folders. A test of the sandbox itself, or of what its end does, opens its own.
 */
export function sandboxOfWorker(): Promise<Sandbox> {
  opened ??= createSandbox({ tempFolder: mkdtempSync(join(inject('runFolder'), 'sandbox-')) })
  return opened
}
