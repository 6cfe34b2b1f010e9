import { createServer } from 'node:http'

/**
 * A chat-completions server that makes the tool calls of a script, one after the other, and then answers. The last user
 * message names the script.
 *
 * @returns {Promise<{ origin: string, script: (name: string, calls: readonly (readonly [string, object])[]) => void, stop: () => void }>}
 */
export async function startScriptedModel() {
  /** @type {Map<string, readonly (readonly [string, object])[]>} */
  const scripts = new Map()
  const server = createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { messages = [] } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      response.writeHead(200, { 'content-type': 'application/json' }).end(reply(messages, scripts))
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    script: (name, calls) => scripts.set(name, calls),
    stop: () => server.close(),
  }
}

function reply(messages, scripts) {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const { content } = messages[asked]
  const question = typeof content === 'string' ? content : content.map(({ text }) => text).join('')
  const calls = scripts.get(question.trim()) ?? []
  const done = messages.slice(asked).filter(({ role }) => role === 'tool').length
  const call = calls[done]
  const message = call
    ? { role: 'assistant', content: null, tool_calls: [toCall(call, done)] }
    : { role: 'assistant', content: 'Here is the chart.' }
  return JSON.stringify({
    id: 'chatcmpl-0',
    object: 'chat.completion',
    created: 0,
    model: 'zero',
    choices: [{ index: 0, message, finish_reason: call ? 'tool_calls' : 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
  })
}

function toCall([name, input], index) {
  return { id: `call_${index}`, type: 'function', function: { name, arguments: JSON.stringify(input) } }
}
