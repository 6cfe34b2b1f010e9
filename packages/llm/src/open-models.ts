import type { Model } from '@parley/agent'
import type { ModelConfig } from '@parley/domain'

/** Maximum cached models. The least recently used one is dropped. */
const KEPT_COUNT = 200

/**
 * Makes models from configurations with `create` and caches them, because the vendors' clients are expensive to make: for
 * a hosted vendor a third of the CPU of a call. The cache must not live longer than the connections of `create`. Throws
 * what `create` throws.
 */
export function openModels(create: (config: ModelConfig) => Model): (config: ModelConfig) => Model {
  const kept = new Map<string, { readonly model: Model; lastUse: number }>()
  let useCount = 0

  function dropLeastRecentlyUsed(): void {
    const [first] = [...kept].sort(([, a], [, b]) => a.lastUse - b.lastUse)
    if (first) kept.delete(first[0])
  }

  return (config) => {
    const { provider, model, apiKey, baseUrl, params } = config
    const key = JSON.stringify([provider, model, apiKey.reveal(), baseUrl, params])
    useCount++
    const opened = kept.get(key)
    if (opened) {
      opened.lastUse = useCount
      return opened.model
    }
    const created = create(config)
    kept.set(key, { model: created, lastUse: useCount })
    if (kept.size > KEPT_COUNT) dropLeastRecentlyUsed()
    return created
  }
}
