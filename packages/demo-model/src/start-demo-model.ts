import { createServer } from 'node:http'
import { answerRequest } from './answer-request.ts'

export type DemoModel = {
  /** The `base_url` of a configuration, with `/v1`. */
  readonly url: string
  readonly close: () => Promise<void>
}

/** Starts the demo model on its own loopback port. The default port 0 takes a free one. */
export async function startDemoModel({ port = 0 }: { readonly port?: number } = {}): Promise<DemoModel> {
  const host = '127.0.0.1'
  const server = createServer((request, response) => void answerRequest(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const ownPort = typeof address === 'object' && address !== null ? address.port : port
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://${host}:${ownPort}/v1`, close }
}
