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

/** Changes the fields that were sent. Throws `not_found`, `forbidden` for a template, `invalid_config`. */
export async function updateLlmConfig(
  deps: Deps,
  owner: OwnerId,
  { id, change }: { readonly id: number; readonly change: LlmConfigChange },
): Promise<OpenedLlmConfig> {
  const before = await getLlmConfig(deps, owner, id)
  if (isTemplate(before)) throw new AppError('forbidden', 'A template cannot be changed; copy it first.')
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
