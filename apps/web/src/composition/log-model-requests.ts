import type { Logger } from 'pino'
import type { Mount } from '../shell/create-shell.ts'

/**
 * Logs each request to the demo model with its whole body, at the level `debug`. For development only: the
 * log then contains prompts and query results.
 */
export function logModelRequests(answer: Mount, log: Logger): Mount {
  if (!log.isLevelEnabled('debug')) return answer
  return (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      log.debug({ path: request.url, body: parse(Buffer.concat(chunks).toString()) }, 'demo model request')
    })
    return answer(request, response)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
