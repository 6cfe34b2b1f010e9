import type { Model } from '@parley/agent'
import type { ModelConfig } from '@parley/domain'
import { createModel } from './create-model.ts'
import type { ModelDeps } from './providers.ts'

/** Maximum cached models. The least recently used one is dropped. */
const KEPT_COUNT = 200

/**
 * Makes models from configurations and caches them, because the vendors' clients are expensive to make: for a
 * hosted vendor a third of the CPU of a call. The cache lives as long as its egress. Throws like createModel.
 */
export function openModels(deps: ModelDeps): (config: ModelConfig) => Model {
  const kept = new Map<string, Model>()
  return (config) => {
    const { provider, model, apiKey, baseUrl, params } = config
    const key = JSON.stringify([provider, model, apiKey.reveal(), baseUrl, params])
    const opened = kept.get(key) ?? createModel(config, deps)
    kept.delete(key)
    kept.set(key, opened)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_COUNT && oldest !== undefined) kept.delete(oldest)
    return opened
  }
}
