import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startRawServer } from '../../packages/mcp/src/testing/start-raw-server.ts'
import { startPeer } from '../start-service.mjs'

/**
 * @typedef {{ catalogFile: string, modelOrigin: string, binding: { tool_name: string, tool_server_id: string },
 *   close: () => Promise<void> }} HostileTool
 */

/**
 * Starts a tool server whose tool replies with 1.8 MB of numbers, none of them among the 1,900 constants of its output
 * schema, the catalog that names it, and a model that calls it once a turn.
 *
 * @returns {Promise<HostileTool>}
 */
export async function openHostileTool() {
  const constants = Array.from({ length: 1_900 }, (_, index) => ({ const: index }))
  const outputSchema = {
    type: 'object',
    properties: { items: { type: 'array', items: { anyOf: constants } } },
  }
  const tool = { name: 'count', description: 'Counts.', inputSchema: { type: 'object' }, outputSchema }
  const reply = { content: [], structuredContent: { items: Array.from({ length: 360_000 }, () => 5_000) } }
  const server = await startRawServer({ tools: () => [tool], handlers: { 'tools/call': () => reply } })
  const model = await startPeer('tool-calling-model.mjs')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-catalog-'))
  const catalogFile = path.join(folder, 'catalog.json')
  const connections = [{ type: 'http', deploymentUrl: `${server.origin}/mcp`, configSchema: {} }]
  const entry = { qualifiedName: 'stranger/count', displayName: 'Count', description: 'Counts.', connections }
  await writeFile(catalogFile, JSON.stringify({ servers: [entry] }))
  return {
    catalogFile,
    modelOrigin: model.origin,
    binding: { tool_name: tool.name, tool_server_id: entry.qualifiedName },
    close: async () => {
      model.stop()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
