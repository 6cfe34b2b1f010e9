import type { StoredOAuthClientInformation } from '@modelcontextprotocol/client'
import { AppError } from '@parley/errors'
import * as z from 'zod'
import { readServers } from './create-catalogue.ts'

const Entry = z.object({
  qualifiedName: z.string().trim(),
  oauthClient: z
    .object({ issuer: z.url(), clientId: z.string().min(1), clientSecret: z.string().min(1).optional() })
    .optional(),
})

/**
 * The OAuth clients an operator registered by hand at authorization servers that register nobody by themselves:
 * `"oauthClient": {"issuer", "clientId", "clientSecret"}` in an entry of the catalogue file, by the server's name. Each
 * is good for its issuer alone. Throws AppError `invalid_config` that says which entry cannot be read.
 */
export async function readCatalogueClients(
  path: string,
): Promise<ReadonlyMap<string, StoredOAuthClientInformation>> {
  const clients = new Map<string, StoredOAuthClientInformation>()
  for (const [index, value] of (await readServers(path)).entries()) {
    const parsed = Entry.safeParse(value)
    if (!parsed.success) {
      throw new AppError(
        'invalid_config',
        `Entry ${index + 1} of the catalogue of tool servers has an oauthClient without issuer and clientId.`,
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
