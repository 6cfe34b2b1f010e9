import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** A runtime that implements OpenAI's chat completions and answers from the test's script. */
export type ScriptedModel = {
  readonly baseUrl: string
  /** Answers all further calls with these words, with a pause of `pauseMs` before each if it is given. */
  readonly say: (words: readonly string[], options?: { readonly pauseMs?: number }) => void
  /** Answers one call with these words, and delays the last word until the returned function is called. */
  readonly holdBack: (words: readonly string[]) => () => void
  /** Calls the tool whose name ends with this text. Answers with the words after its result. */
  readonly useTool: (name: string, input: object, words: readonly string[]) => void
  /** The same, with the last word delayed until the returned function is called. */
  readonly useToolAndHoldBack: (name: string, input: object, words: readonly string[]) => () => void
  /** The body of the newest call, as text. */
  readonly lastRequest: () => string
  readonly stop: () => Promise<void>
}

/** Starts the runtime on a free port of 127.0.0.1. It offers one model, and refuses every request that is not a chat completion. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  let script: Script = { words: ['Ready.'], before: async () => undefined }
  let newest = ''
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/v1/models') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'scripted', object: 'model' }] }))
      return
    }
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
      void answer(response, script, JSON.parse(body))
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
    useTool(name, input, words) {
      script = { words, before: async () => undefined, tool: { name, input } }
    },
    useToolAndHoldBack(name, input, words) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const before = async (index: number) => (index === words.length - 1 ? promise : undefined)
      script = { words, before, tool: { name, input } }
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

/** The tokens of each call. */
const USAGE = { prompt_tokens: 1200, completion_tokens: 34 }

type Script = {
  readonly words: readonly string[]
  /** Settles when the word may be sent. */
  readonly before: (index: number) => Promise<void>
  readonly tool?: { readonly name: string; readonly input: object }
}

type Request = {
  readonly stream?: boolean
  readonly messages: readonly { readonly role: string }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

async function answer(response: ServerResponse, script: Script, request: Request): Promise<void> {
  const call = nextCall(script, request)
  if (request.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(whole(call ? { tool_calls: [call] } : { content: script.words.join('') }, call !== null))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (call) response.write(chunk({ tool_calls: [{ index: 0, ...call }] }, null))
  for (const [index, word] of call ? [] : script.words.entries()) {
    await script.before(index)
    if (response.destroyed) return
    response.write(chunk({ content: word }, null))
  }
  response.end(`${chunk({}, call ? 'tool_calls' : 'stop')}${usage()}data: [DONE]\n\n`)
}

/** Returns the next tool call. Returns null once its result is among the messages. */
function nextCall({ tool }: Script, { messages, tools = [] }: Request) {
  if (!tool || messages.at(-1)?.role === 'tool') return null
  const name = tools.find((offered) => offered.function.name.endsWith(tool.name))?.function.name ?? tool.name
  return { id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(tool.input) } }
}

function whole(message: object, isCall: boolean): string {
  const choice = {
    index: 0,
    message: { role: 'assistant', content: null, ...message },
    finish_reason: isCall ? 'tool_calls' : 'stop',
  }
  return JSON.stringify({ id: 'x', object: 'chat.completion', choices: [choice] })
}

/** What a call took, as the last chunk says it. */
function usage(): string {
  const body = { id: 'x', object: 'chat.completion.chunk', choices: [], usage: USAGE }
  return `data: ${JSON.stringify(body)}\n\n`
}

function chunk(delta: object, finish_reason: string | null): string {
  const body = { id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] }
  return `data: ${JSON.stringify(body)}\n\n`
}
