import { type Database, getLlmConfig, type OwnerId } from '@parley/db'
import { openLlmConfig } from '../llm-config/llm-config.ts'
import type { SeesPictures } from '../llm-config/open-model.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { getSealedAgent } from './get-agent.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher; readonly seesPictures: SeesPictures }

/**
 * Returns whether the model of an agent reads images, and its name. Throws `not_found` for a missing agent and another
 * user's.
 */
export async function readsImages(
  deps: Deps,
  owner: OwnerId,
  agentId: string,
): Promise<{ readonly readsImages: boolean; readonly model: string }> {
  const agent = await getSealedAgent(deps, owner, agentId)
  const row = await getLlmConfig(deps.db, owner, agent.modelConfigId)
  if (!row) return { readsImages: false, model: '' }
  const config = openLlmConfig(deps, owner, row)
  return { readsImages: deps.seesPictures(config), model: config.model }
}
