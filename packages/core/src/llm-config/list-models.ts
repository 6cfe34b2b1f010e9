import type { Database, OwnerId } from '@parley/db'
import type { ModelConfig, OfferedModel } from '@parley/domain'
import type { Cipher } from '../secrets/cipher.ts'
import { getLlmConfig } from './get-llm-config.ts'
import { requireUsable, toModelConfig } from './llm-config.ts'
import type { ListOfferedModels } from './open-model.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher; readonly listModels: ListOfferedModels }

export type ProviderAccess = Pick<ModelConfig, 'provider' | 'baseUrl' | 'apiKey'>

/** Asks a provider which models it offers to a key. Throws `invalid_config` and the provider's own error. */
export async function listModels(
  deps: Pick<Deps, 'listModels'>,
  access: ProviderAccess,
  signal: AbortSignal,
): Promise<OfferedModel[]> {
  return deps.listModels(requireUsable({ ...access, model: '', params: {} }), signal)
}

/** Does the same for a stored configuration. Also throws `not_found`. */
export async function listConfigModels(
  deps: Deps,
  owner: OwnerId,
  { configId, signal }: { readonly configId: number; readonly signal: AbortSignal },
): Promise<OfferedModel[]> {
  return listModels(deps, toModelConfig(await getLlmConfig(deps, owner, configId)), signal)
}
