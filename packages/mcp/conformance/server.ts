/**
 * The server under test: this package's MCP server with tools of the kinds it offers, on a free port of the
 * loopback address. Prints its address on the first line.
 */
import { createServer } from 'node:http'
import { createMcpServer, handleNodeRequest, type ServedTool } from '../src/index.ts'

const ok = (content: string) => ({ status: 'ok' as const, output: { content }, content })
const noInput = { type: 'object', properties: {} }

const TOOLS: readonly ServedTool[] = [
  {
    name: 'test_simple_text',
    description: 'Answers in text',
    parameters: noInput,
    hints: { readOnlyHint: true },
    call: async () => ok('This is a simple text response for testing.'),
  },
  {
    name: 'test_error_handling',
    description: 'Fails',
    parameters: noInput,
    call: async () => {
      const error = 'This tool intentionally returns an error for testing'
      return { status: 'error', output: { error }, content: error }
    },
  },
  {
    name: 'test_tool_with_progress',
    description: 'Reports progress',
    parameters: noInput,
    call: async (_input, { onProgress }) => {
      for (const step of ['first', 'second', 'third']) {
        onProgress(step)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      return ok('done')
    },
  },
]

const mcp = createMcpServer({
  name: 'parley',
  version: '0.1.0',
  tools: async () => TOOLS,
  allowedHosts: ['127.0.0.1', 'localhost'],
})

const server = createServer((incoming, outgoing) => {
  handleNodeRequest(incoming, outgoing, (request) => mcp.handle(request, 'owner')).catch(() =>
    outgoing.destroy(),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`http://localhost:${address.port}/mcp\n`)
})
