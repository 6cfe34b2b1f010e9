import type { ServerResponse } from 'node:http'

/** A signal that aborts when the client disconnects before its reply is complete. */
export function clientSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort('disconnected')
  })
  return controller.signal
}
