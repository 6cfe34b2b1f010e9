import { describeClient } from '@parley/mcp'
import type { Settings } from '../env.ts'
import type { Mount } from '../shell/create-shell.ts'
import { SIGN_IN_CALLBACK } from './mount-sign-in-callback.ts'

/** The path of the client metadata document that authorization servers read. */
export const CLIENT_METADATA = '/api/mcp/oauth/client.json'

const CLIENT_NAME = 'Parley'

/** The client id for authorization servers: the document's address. They accept it only over https. */
export function clientMetadataUrl(origin: string): string | null {
  return origin.startsWith('https:') ? `${origin}${CLIENT_METADATA}` : null
}

/**
 * Serves this service's metadata as an OAuth client, so that authorization servers need no client
 * registration (MCP authorization, "Client ID Metadata Documents").
 */
export function mountClientMetadata({ origin }: Pick<Settings, 'origin'>): Mount {
  const redirectUrl = `${origin}${SIGN_IN_CALLBACK}`
  const body = JSON.stringify({
    client_id: `${origin}${CLIENT_METADATA}`,
    client_uri: origin,
    token_endpoint_auth_method: 'none',
    ...describeClient({ clientName: CLIENT_NAME, redirectUrl }),
  })
  return async (request, response) => {
    if (request.method !== 'GET') {
      response.writeHead(405, { allow: 'GET' }).end()
      return
    }
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=300' }).end(body)
  }
}
