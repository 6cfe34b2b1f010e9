import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startRawServer } from '@parley/mcp/testing'
import { startProtectedServer } from '@parley/mcp/testing/protected-server'

const SEND = {
  name: 'send',
  description: 'Sends a letter.',
  inputSchema: {
    type: 'object',
    properties: { to: { type: 'string' }, from: { type: 'string', description: 'Who it is from' } },
    required: ['to', 'from'],
  },
}

const ECHO = {
  name: 'echo',
  description: 'Says it again.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
}

/** A PNG of 24 × 16 pixels. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAIAAACDRijCAAAAGklEQVR42mPQyr9NFcQwatCoQaMGjRpEGQIANZguH0BUJmQAAAAASUVORK5CYII='

const STAMP = { type: 'object', properties: { stamp: { type: 'string' } }, required: ['stamp'] }

function note(edition: number) {
  return {
    name: 'note',
    description: `Reads a note, edition ${edition}.`,
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  }
}

export type ToolServers = {
  /** The path of the operator's catalog that contains the servers. */
  readonly catalogFile: string
  /** After a GET request to this address, the tool of Acme Notes has another description. */
  readonly changeUrl: string
  readonly stop: () => Promise<void>
}

/**
 * Starts four tool servers and writes the catalog that names them: letters; notes, whose tool can change; a
 * post office that requires a setting; and a safe that requires a sign-in.
 */
export async function startToolServers(): Promise<ToolServers> {
  const mail = await startMail()
  const notes = await startNotes()
  const post = await startPost()
  const safe = await startProtectedServer()
  const catalogFile = path.join(tmpdir(), `parley-e2e-catalog-${process.pid}.json`)
  const servers = [
    entry({ qualifiedName: 'acme/mail', displayName: 'Acme Mail', url: `${mail.origin}/mcp`, tools: [SEND] }),
    entry({
      qualifiedName: 'acme/notes',
      displayName: 'Acme Notes',
      url: `${notes.origin}/`,
      tools: [note(1)],
    }),
    entry({
      qualifiedName: 'acme/post',
      displayName: 'Acme Post',
      url: `${post.origin}/`,
      tools: [],
      configSchema: STAMP,
    }),
    entry({ qualifiedName: 'acme/safe', displayName: 'Acme Safe', url: `${safe.origin}/`, tools: [ECHO] }),
  ]
  writeFileSync(catalogFile, JSON.stringify({ servers }))
  return {
    catalogFile,
    changeUrl: `${notes.origin}/change`,
    async stop() {
      await Promise.all([mail.close(), notes.close(), post.close(), safe.close()])
      rmSync(catalogFile)
    },
  }
}

/** A letter that is sent comes back with a picture of it. */
function startMail() {
  const picture = { type: 'image', data: PICTURE, mimeType: 'image/png' }
  return startRawServer({
    tools: () => [SEND],
    handlers: {
      'tools/call': ({ params }) => ({
        content: [{ type: 'text', text: JSON.stringify(params.arguments ?? {}) }, picture],
      }),
    },
  })
}

function startNotes() {
  let edition = 1
  return startRawServer({
    tools: () => [note(edition)],
    intercept: (request, response) => {
      if (request.method !== 'GET' || request.url !== '/change') return false
      edition++
      response.end()
      return true
    },
  })
}

/** The registry lists none of its tools; the server lists them only to clients that send a setting. */
function startPost() {
  return startRawServer({
    tools: () => [SEND],
    intercept: (request, response) => {
      if (request.url?.includes('stamp=paid')) return false
      response.writeHead(403).end()
      return true
    },
  })
}

type Entry = {
  readonly qualifiedName: string
  readonly displayName: string
  readonly url: string
  readonly tools: readonly object[]
  readonly configSchema?: object
}

function entry({ qualifiedName, displayName, url, tools, configSchema = {} }: Entry) {
  return {
    qualifiedName,
    displayName,
    description: 'For tests.',
    createdAt: '2026-01-01T00:00:00.000Z',
    useCount: 3,
    homepage: 'https://example.org/mail',
    remote: true,
    iconUrl: '',
    connections: [{ type: 'http', deploymentUrl: url, configSchema }],
    security: { scanPassed: false },
    tools,
  }
}
