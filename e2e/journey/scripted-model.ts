import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** A runtime that speaks OpenAI's chat completions and says only what it was told to. */
export type ScriptedModel = {
  readonly baseUrl: string
  /** Answers all calls from now on with these words; `pauseMs` before each, where it is given. */
  readonly say: (words: readonly string[], options?: { readonly pauseMs?: number }) => void
  /** Answers one call with these words, and keeps the last of them back until the returned function is called. */
  readonly holdBack: (words: readonly string[]) => () => void
  /** The body of the newest call, as text. */
  readonly lastRequest: () => string
  readonly stop: () => Promise<void>
}

/** Starts the runtime on a free port of 127.0.0.1. It refuses what is no chat completion. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  let script: Script = { words: ['Ready.'], before: async () => undefined }
  let newest = ''
  const server = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      response.writeHead(404).end()
      return
    }
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      newest = body
      void answer(response, script, JSON.parse(body).stream === true)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    say(words, { pauseMs = 0 } = {}) {
      script = { words, before: () => new Promise((resolve) => setTimeout(resolve, pauseMs)) }
    },
    holdBack(words) {
      const { promise, resolve } = Promise.withResolvers<void>()
      script = { words, before: async (index) => (index === words.length - 1 ? promise : undefined) }
      return resolve
    },
    lastRequest: () => newest,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Script = {
  readonly words: readonly string[]
  /** Settles when the word may be sent. */
  readonly before: (index: number) => Promise<void>
}

async function answer(
  response: ServerResponse,
  { words, before }: Script,
  isStreaming: boolean,
): Promise<void> {
  if (!isStreaming) {
    const message = { role: 'assistant', content: words.join('') }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
      }),
    )
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const [index, word] of words.entries()) {
    await before(index)
    if (response.destroyed) return
    response.write(`data: ${chunk({ content: word }, null)}\n\n`)
  }
  response.end(`data: ${chunk({}, 'stop')}\n\ndata: [DONE]\n\n`)
}

function chunk(delta: object, finish_reason: string | null): string {
  return JSON.stringify({
    id: 'x',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
  })
}
