import {
  type Database,
  createLlmConfig as insertLlmConfig,
  type OwnerId,
  reserveLlmConfigId,
} from '@parley/db'
import type { JsonObject, Provider, Secret } from '@parley/domain'
import { type QuotaLimits, requireRoom } from '../quota.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { llmConfigPlace, type OpenedLlmConfig, openLlmConfig, requireBaseUrl } from './llm-config.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher; readonly limits: QuotaLimits }

export type NewLlmConfig = {
  readonly provider: Provider
  readonly model: string
  readonly baseUrl: string | null
  readonly apiKey: Secret
  readonly params: JsonObject
  readonly name: string
  readonly description: string
}

/**
 * Stores a configuration. The id is drawn first because the key's ciphertext is bound to it. Throws
 * `invalid_config` for a self-hosted runtime without an address, `conflict` over the quota.
 */
export async function createLlmConfig(
  deps: Deps,
  owner: OwnerId,
  input: NewLlmConfig,
): Promise<OpenedLlmConfig> {
  await requireRoom(deps, owner, 'llmConfigs')
  requireBaseUrl(input)
  const { apiKey, ...fields } = input
  const id = await reserveLlmConfigId(deps.db)
  const apiKeyCipher = apiKey.isEmpty ? null : deps.cipher.encrypt(apiKey, llmConfigPlace(id, owner))
  return openLlmConfig(deps, owner, await insertLlmConfig(deps.db, owner, { ...fields, id, apiKeyCipher }))
}
