import type { Model } from '@parley/agent'
import { createModel } from './create-model.ts'
import type { ModelConfig, ModelDeps } from './providers.ts'

/** Models kept at most; the one that was not asked for longest goes first. */
const KEPT_COUNT = 200

/**
 * Makes models from configurations and keeps them, since the vendors' clients are costly to make: for a hosted
 * vendor a third of the CPU of a call. Lives as long as the egress it uses. Throws what createModel throws.
 */
export function openModels(deps: ModelDeps): (config: ModelConfig) => Model {
  const kept = new Map<string, Model>()
  return (config) => {
    const { provider, model, apiKey, baseUrl, params } = config
    const key = JSON.stringify([provider, model, apiKey, baseUrl, params])
    const opened = kept.get(key) ?? createModel(config, deps)
    kept.delete(key)
    kept.set(key, opened)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_COUNT && oldest !== undefined) kept.delete(oldest)
    return opened
  }
}
