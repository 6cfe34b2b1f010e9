import type { ServerResponse } from 'node:http'

/** Aborts when the client leaves before its reply is complete. */
export function clientSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort('disconnected')
  })
  return controller.signal
}
