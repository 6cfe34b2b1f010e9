import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startRawServer } from '@parley/mcp/testing'

/** A tool server whose one tool gets another definition on command, and the catalog that names the server. */
export type ChangingToolServer = {
  readonly origin: string
  readonly catalogFile: string
  readonly change: () => void
  readonly close: () => Promise<void>
}

/** Starts the server `acme/mail` and writes its catalog into a folder. */
export async function startChangingToolServer(folder: string): Promise<ChangingToolServer> {
  let edition = 1
  const tools = () => [
    {
      name: 'send_mail',
      description: `Sends a letter, edition ${edition}.`,
      inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
    },
  ]
  const server = await startRawServer({ tools })
  const catalogFile = path.join(folder, 'catalog.json')
  const entry = {
    qualifiedName: 'acme/mail',
    displayName: 'Acme Mail',
    description: 'Sends letters.',
    createdAt: '2026-01-01T00:00:00.000Z',
    useCount: 3,
    homepage: 'https://example.org/mail',
    remote: true,
    iconUrl: '',
    connections: [{ type: 'http', deploymentUrl: `${server.origin}/mcp`, configSchema: {} }],
    security: { scanPassed: false },
    tools: tools(),
  }
  await writeFile(catalogFile, JSON.stringify({ servers: [entry] }))
  return {
    origin: server.origin,
    catalogFile,
    change: () => {
      edition += 1
    },
    close: server.close,
  }
}
