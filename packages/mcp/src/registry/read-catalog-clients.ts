import type { StoredOAuthClientInformation } from '@modelcontextprotocol/client'
import { AppError } from '@parley/errors'
import * as z from 'zod'
import { readServers } from './create-catalog.ts'

const Entry = z.object({
  qualifiedName: z.string().trim(),
  oauthClient: z
    .object({ issuer: z.url(), clientId: z.string().min(1), clientSecret: z.string().min(1).optional() })
    .optional(),
})

/**
 * Reads the OAuth clients that the operator registered by hand, for authorization servers without dynamic
 * registration. They are the `"oauthClient": {"issuer", "clientId", "clientSecret"}` of entries of the
 * catalog file, by the server's name. Each is used with its issuer only. Throws AppError `invalid_config`
 * that names the invalid entry.
 */
export async function readCatalogClients(
  path: string,
): Promise<ReadonlyMap<string, StoredOAuthClientInformation>> {
  const clients = new Map<string, StoredOAuthClientInformation>()
  for (const [index, value] of (await readServers(path)).entries()) {
    const parsed = Entry.safeParse(value)
    if (!parsed.success) {
      throw new AppError(
        'invalid_config',
        `Entry ${index + 1} of the catalog of tool servers has an oauthClient without issuer and clientId.`,
      )
    }
    const { qualifiedName, oauthClient } = parsed.data
    if (!oauthClient) continue
    const { issuer, clientId, clientSecret } = oauthClient
    const secret = clientSecret === undefined ? {} : { client_secret: clientSecret }
    clients.set(qualifiedName, { issuer, client_id: clientId, ...secret })
  }
  return clients
}
