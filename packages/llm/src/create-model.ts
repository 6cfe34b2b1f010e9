import type { Model } from '@parley/agent'
import { chatCompletionsModel } from './chat-completions.ts'
import { CHAT_QUIRKS } from './chat-quirks.ts'
import { readParams } from './params.ts'
import type { ModelConfig, ModelDeps } from './providers.ts'
import { resolveEndpoint } from './resolve-endpoint.ts'

/**
 * The model of a configuration. Throws `invalid_config` when the configuration cannot work: no key, no model,
 * no base_url where one is needed.
 */
export function createModel(config: ModelConfig, deps: ModelDeps): Model {
  const endpoint = resolveEndpoint(config, deps)
  const params = readParams(config.params)
  return chatCompletionsModel(endpoint, { params, quirks: CHAT_QUIRKS.ollama })
}
