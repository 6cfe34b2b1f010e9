import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const NAME = { name: 'test', version: '1' }

/** A client of the newest revision, which sends `bearer` with every request. */
export async function connectModern(url: string, bearer = ''): Promise<ModernClient> {
  const client = new ModernClient(NAME, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new ModernTransport(new URL(url), { requestInit: init(bearer) }))
  return client
}

/** A client of version 1 of the SDK, which begins with a handshake. */
export async function connectOlder(url: string, bearer = ''): Promise<OlderClient> {
  const client = new OlderClient(NAME)
  await client.connect(new OlderTransport(new URL(url), { requestInit: init(bearer) }))
  return client
}

function init(bearer: string): RequestInit {
  return bearer === '' ? {} : { headers: { authorization: `Bearer ${bearer}` } }
}
