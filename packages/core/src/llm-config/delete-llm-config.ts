import { type Database, type OwnerId, deleteLlmConfig as removeLlmConfig } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Cipher } from '../secrets/cipher.ts'
import { getLlmConfig } from './get-llm-config.ts'
import { isTemplate } from './llm-config.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher }

/** Deletes a configuration. Throws `not_found`, `forbidden` for a template, `conflict` while an agent uses it. */
export async function deleteLlmConfig(deps: Deps, owner: OwnerId, id: number): Promise<void> {
  const config = await getLlmConfig(deps, owner, id)
  if (isTemplate(config)) throw new AppError('forbidden', 'A template cannot be deleted.')
  const result = await removeLlmConfig(deps.db, owner, id)
  if (result === 'missing') throw new AppError('not_found', 'There is no LLM configuration with this id.')
  if (result === 'in_use') {
    throw new AppError(
      'conflict',
      'An agent uses this configuration. Give the agent another one or delete it first.',
    )
  }
}
