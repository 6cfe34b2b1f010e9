import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startRawServer } from '@parley/mcp/testing'

const SEND = {
  name: 'send',
  description: 'Sends a letter.',
  inputSchema: {
    type: 'object',
    properties: { to: { type: 'string' }, from: { type: 'string', description: 'Who it is from' } },
    required: ['to', 'from'],
  },
}

export type ToolServer = {
  /** The operator's catalogue in which the server stands. */
  readonly catalogueFile: string
  readonly stop: () => Promise<void>
}

/** Starts a tool server with one tool, and writes the catalogue that names it. */
export async function startToolServer(): Promise<ToolServer> {
  const server = await startRawServer({ tools: () => [SEND] })
  const catalogueFile = path.join(tmpdir(), `parley-e2e-catalogue-${process.pid}.json`)
  const entry = {
    qualifiedName: 'acme/mail',
    displayName: 'Acme Mail',
    description: 'Letters for tests.',
    createdAt: '2026-01-01T00:00:00.000Z',
    useCount: 3,
    homepage: 'https://example.org/mail',
    remote: true,
    iconUrl: '',
    connections: [{ type: 'http', deploymentUrl: `${server.origin}/mcp`, configSchema: {} }],
    security: { scanPassed: false },
    tools: [SEND],
  }
  writeFileSync(catalogueFile, JSON.stringify({ servers: [entry] }))
  return {
    catalogueFile,
    async stop() {
      await server.close()
      rmSync(catalogueFile)
    },
  }
}
