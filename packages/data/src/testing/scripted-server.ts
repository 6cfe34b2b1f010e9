import { createServer, type IncomingMessage } from 'node:http'

export type ScriptedRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type ScriptedReply = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
  /** What happens after the body in place of its end. */
  readonly ending?: 'breaks' | 'hangs'
}

export type ScriptedServer = {
  readonly origin: string
  readonly seen: readonly ScriptedRequest[]
  readonly close: () => Promise<void>
}

/** An HTTP server with configured replies. Any other request gets a 500 with a reason. */
export async function startScriptedServer(
  answer: (request: ScriptedRequest) => Promise<ScriptedReply | null> | ScriptedReply | null,
): Promise<ScriptedServer> {
  const seen: ScriptedRequest[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1')
    const request = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    }
    seen.push(request)
    const reply = (await answer(request)) ?? {
      status: 500,
      body: `Unscripted: ${request.method} ${request.path} ${request.body}`,
    }
    response.writeHead(reply.status ?? 200, reply.headers)
    if (!reply.ending) response.end(reply.body)
    else response.write(reply.body, () => reply.ending === 'breaks' && response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
