import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server'

/** A file that a tool returned, and the address at which a client can fetch it. */
export type ServedFile = {
  readonly uri: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/**
 * Lets clients read the files whose addresses are in results. No file is listed, because each belongs to the
 * result that names it.
 */
export function serveFiles(server: Server, readFile: (uri: string) => Promise<ServedFile | null>): void {
  server.setRequestHandler('resources/list', async () => ({ resources: [] }))
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', async ({ params }) => {
    const file = await readFile(params.uri)
    if (!file) throw new ResourceNotFoundError(params.uri)
    const { mediaType: mimeType, bytes } = file
    const isText = /^text\/|json/.test(mimeType)
    const content = Buffer.from(bytes).toString(isText ? 'utf8' : 'base64')
    return { contents: [{ uri: params.uri, mimeType, ...(isText ? { text: content } : { blob: content }) }] }
  })
}
