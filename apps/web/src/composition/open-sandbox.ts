import { join } from 'node:path'
import { createSandbox, type Sandbox } from '@parley/data'
import type { Logger } from 'pino'
import type { Settings } from '../env.ts'

/** The service has started by then: this makes a new installation ready 0.4 s earlier on two cores (decision 0155). */
const FILL_AFTER_MS = 10_000

/** Opens the sandbox of the service, with a child for SQL that waits for its first task. The caller closes it. */
export function openSandbox(
  { dataDirectory }: Pick<Settings, 'dataDirectory'>,
  log: Logger,
): Promise<Sandbox> {
  return createSandbox({
    warm: ['sql'],
    tempFolder: join(dataDirectory, 'data', 'sandbox'),
    codeCache: { fillAfterMs: FILL_AFTER_MS },
    log,
  })
}
