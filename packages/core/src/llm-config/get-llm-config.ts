import {
  type Database,
  getLlmConfig as findLlmConfig,
  listLlmConfigs as findLlmConfigs,
  type OwnerId,
} from '@parley/db'
import { AppError } from '@parley/errors'
import type { Cipher } from '../secrets/cipher.ts'
import { type OpenedLlmConfig, openLlmConfig } from './llm-config.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher }

/**
 * Returns one of the owner's configurations or a template. Throws `not_found` for a missing one and for
 * another user's.
 */
export async function getLlmConfig(deps: Deps, owner: OwnerId, id: number): Promise<OpenedLlmConfig> {
  const row = await findLlmConfig(deps.db, owner, id)
  if (!row) throw new AppError('not_found', 'There is no LLM configuration with this id.')
  return openLlmConfig(deps, owner, row)
}

/** Returns the owner's configurations, oldest first. */
export async function listLlmConfigs(deps: Deps, owner: OwnerId): Promise<OpenedLlmConfig[]> {
  const rows = await findLlmConfigs(deps.db, owner)
  return rows.map((row) => openLlmConfig(deps, owner, row))
}
