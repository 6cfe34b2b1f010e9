import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMetadataStore, createValueStore } from '@parley/data'
import { sandboxOfWorker } from '@parley/data/testing/worker-sandbox'
import { createEgress } from '@parley/net'
import { createDataDeps } from '../composition/data-deps.ts'
import { mountToolServer } from '../composition/mount-tool-server.ts'
import { retiredVersions } from '../composition/retired-versions.ts'
import type { Mount, ShellOptions } from '../shell/create-shell.ts'
import { openTestShell, type TestShell } from './open-shell.ts'

export type DataShell = TestShell & {
  /** The data folder. */
  readonly folder: string
}

/** The service's HTTP server with real engines, data folder and sandbox children of the worker, and with the tool server at /mcp. */
export async function openDataShell(options: Partial<ShellOptions> = {}): Promise<DataShell> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-web-data-'))
  const sandbox = await sandboxOfWorker()
  const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
  const metadata = createMetadataStore({ folder })
  const values = createValueStore({ folder })
  let serveTools: Mount = async () => {}
  const shell = await openTestShell({
    ...options,
    mounts: { '/mcp': (request, response) => serveTools(request, response) },
  })
  const retired = retiredVersions(shell.deps.db)
  Object.assign(shell.deps, { data: createDataDeps({ sandbox, egress, metadata, values, folder, retired }) })
  serveTools = mountToolServer(shell.deps, { origin: shell.deps.origin, mode: 'local' })
  return {
    ...shell,
    folder,
    close: async () => {
      await shell.close()
      metadata.close()
      values.close()
      await egress.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
