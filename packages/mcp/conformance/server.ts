/**
 * The server under test: this package's MCP server with tools of the kinds it offers, on a free port of the
 * loopback address. Prints its address on the first line.
 */
import { createServer } from 'node:http'
import { createMcpServer, handleNodeRequest, type ServedTool } from '../src/index.ts'

const ok = (content: string) => ({ status: 'ok' as const, output: { content }, content })
const left = (path: string) => ({ status: 'ok' as const, output: { artifacts: [path] }, content: path })
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
    name: 'test_image_content',
    description: 'Leaves a picture',
    parameters: noInput,
    call: async () => left('files/pixel.png'),
  },
  {
    name: 'test_audio_content',
    description: 'Leaves a sound',
    parameters: noInput,
    call: async () => left('files/silence.wav'),
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

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The files that tools returned, by path or address. */
const FILES: Readonly<Record<string, { readonly mediaType: string; readonly base64: string }>> = {
  'files/pixel.png': { mediaType: 'image/png', base64: PIXEL },
  'test://static-binary': { mediaType: 'image/png', base64: PIXEL },
  'test://static-text': { mediaType: 'text/plain', base64: Buffer.from('Plain text.').toString('base64') },
  'files/silence.wav': {
    mediaType: 'audio/wav',
    base64: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=',
  },
}

/** Address templates, such as those of stored files. */
function templated(uri: string) {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id === undefined) return null
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return { mediaType: 'application/json', base64: Buffer.from(text).toString('base64') }
}

const mcp = createMcpServer({
  name: 'parley',
  version: '0.1.0',
  tools: async () => TOOLS,
  readFile: async (_owner, path) => {
    const file = FILES[path] ?? templated(path)
    if (!file) return null
    const { mediaType, base64 } = file
    return {
      uri: `https://files.example/${path}`,
      name: path,
      mediaType,
      bytes: Buffer.from(base64, 'base64'),
    }
  },
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
