import { join } from 'node:path'
import { createSandbox, type Sandbox } from '@parley/data'
import type { Logger } from 'pino'
import type { Settings } from '../env.ts'

/** Opens the sandbox of the service, with a child for SQL that waits for its first task. The caller closes it. */
export function openSandbox(
  { dataDirectory }: Pick<Settings, 'dataDirectory'>,
  log: Logger,
): Promise<Sandbox> {
  return createSandbox({ warm: ['sql'], tempFolder: join(dataDirectory, 'data', 'sandbox'), log })
}
