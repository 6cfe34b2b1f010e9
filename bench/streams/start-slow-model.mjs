import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Words of one to four bytes a character, so that cuts fall into characters too. */
const WORDS = ['rain ', 'größer ', '東京 ', '😀 ', 'naïve ', '12,5 % ']

/** The text of an answer. @param {number} words @returns {string[]} */
export function answerWords(words) {
  return Array.from({ length: words }, (_, at) => `${at}:${WORDS[at % WORDS.length]}`)
}

/**
 * Starts an OpenAI-compatible model that writes one word at a time.
 *
 * @param {{ words: number, pauseMs: number }} options
 */
export async function startSlowModel({ words, pauseMs }) {
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const write = (/** @type {object} */ delta, /** @type {string | null} */ finish_reason = null) =>
      response.write(
        `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
      )
    for (const content of answerWords(words)) {
      write({ content })
      await sleep(pauseMs)
      if (response.destroyed) return
    }
    write({}, 'stop')
    response.end('data: [DONE]\n\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
