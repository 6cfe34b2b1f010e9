import { updateLlmConfig as changeLlmConfig, type Database, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Cipher } from '../secrets/cipher.ts'
import type { NewLlmConfig } from './create-llm-config.ts'
import { getLlmConfig } from './get-llm-config.ts'
import {
  isTemplate,
  llmConfigPlace,
  type OpenedLlmConfig,
  openLlmConfig,
  requireBaseUrl,
} from './llm-config.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher }

export type LlmConfigChange = Partial<NewLlmConfig>

export type LlmConfigUpdate = {
  readonly id: number
  readonly change: LlmConfigChange
  /** False when the caller receives the provider key as empty, and sends it back empty. */
  readonly seesSecrets: boolean
}

/**
 * Changes the fields that were sent. Throws `not_found`, `invalid_config`, and `forbidden` for a template and where a
 * caller who does not see the stored key would send it to another address.
 */
export async function updateLlmConfig(
  deps: Deps,
  owner: OwnerId,
  { id, change: sent, seesSecrets }: LlmConfigUpdate,
): Promise<OpenedLlmConfig> {
  const before = await getLlmConfig(deps, owner, id)
  if (isTemplate(before)) throw new AppError('forbidden', 'A template cannot be changed; copy it first.')
  const change = seesSecrets ? sent : keepMaskedKey(before, sent)
  requireBaseUrl({ ...before, ...change })

  const { apiKey, ...fields } = change
  const row = await changeLlmConfig(deps.db, owner, {
    id,
    ...fields,
    ...(apiKey && {
      apiKeyCipher: apiKey.isEmpty ? null : deps.cipher.encrypt(apiKey, llmConfigPlace(id, owner)),
    }),
  })
  if (!row) throw new AppError('not_found', 'There is no LLM configuration with this id.')
  return openLlmConfig(deps, owner, row)
}

/** An empty key keeps the stored one. The stored key may not move to an address that the caller chooses. */
function keepMaskedKey(before: OpenedLlmConfig, { apiKey, ...fields }: LlmConfigChange): LlmConfigChange {
  if (apiKey && !apiKey.isEmpty) return { apiKey, ...fields }
  const hasKey = !before.isKeyReadable || !before.apiKey.isEmpty
  const { provider = before.provider, baseUrl = before.baseUrl } = fields
  if (hasKey && (provider !== before.provider || baseUrl !== before.baseUrl)) {
    throw new AppError(
      'forbidden',
      'This API key lacks the scope secrets, so it cannot send the stored provider key to another address. Send api_key too.',
    )
  }
  return fields
}
