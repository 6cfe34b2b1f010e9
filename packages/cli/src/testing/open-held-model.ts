import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** Starts a chat-completions server that calls `find_metadata`. It never answers the request with the tool's result. */
export async function openHeldModel(): Promise<{ readonly baseUrl: string; readonly close: () => void }> {
  const server = createServer(async (request, response) => {
    const { messages } = (await json(request)) as { messages: readonly { role: string }[] }
    if (messages.at(-1)?.role === 'tool') return
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`${CHUNKS.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const CALL = {
  index: 0,
  id: 'call_0',
  type: 'function',
  function: { name: 'find_metadata', arguments: JSON.stringify({ user_question: 'How many cities?' }) },
}
const CHUNKS = [
  chunkOf({ delta: { role: 'assistant', tool_calls: [CALL] }, finish_reason: null }),
  chunkOf({ delta: {}, finish_reason: 'tool_calls' }),
]

function chunkOf(choice: object) {
  return {
    id: 'chunk',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'm',
    choices: [{ index: 0, ...choice }],
  }
}
