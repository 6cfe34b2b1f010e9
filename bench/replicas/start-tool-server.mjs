import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startRawServer } from '../../packages/mcp/src/testing/start-raw-server.ts'

const SEND = { name: 'send', description: 'Sends a letter.', inputSchema: { type: 'object', properties: {} } }

/**
 * Starts a tool server and writes the catalog that offers it to the replicas.
 *
 * @param {string} folder
 */
export async function startToolServer(folder) {
  const server = await startRawServer({
    tools: () => [SEND],
    handlers: { 'tools/call': () => ({ content: [{ type: 'text', text: 'Sent.' }] }) },
  })
  const offered = {
    qualifiedName: 'acme/mail',
    displayName: 'Mail',
    description: 'Sends letters.',
    createdAt: '2026-01-01T00:00:00.000Z',
    useCount: 0,
    homepage: '',
    remote: true,
    iconUrl: '',
    connections: [{ type: 'http', deploymentUrl: `${server.origin}/mcp`, configSchema: {} }],
    security: { scanPassed: false },
    tools: [SEND],
  }
  const catalogFile = path.join(folder, 'catalog.json')
  await writeFile(catalogFile, JSON.stringify({ servers: [offered] }))
  return { catalogFile, calls: server.calls, close: () => server.close() }
}
