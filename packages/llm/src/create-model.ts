import type { Model } from '@parley/agent'
import type { ModelConfig } from '@parley/domain'
import { AppError } from '@parley/errors'
import { anthropicModel } from './anthropic.ts'
import { chatCompletionsModel } from './chat-completions.ts'
import { CHAT_QUIRKS } from './chat-quirks.ts'
import { hideKey } from './hide-key.ts'
import type { ModelDeps } from './providers.ts'
import { resolveEndpoint } from './resolve-endpoint.ts'
import { responsesModel } from './responses.ts'

/**
 * Returns the model of a configuration. Its replies do not repeat the configuration's key. Throws
 * `invalid_config` for a missing key or model, or a missing base_url where one is needed.
 */
export function createModel(config: ModelConfig, deps: ModelDeps): Model {
  return hideKey(createVendorModel(config, deps), config.apiKey.reveal())
}

function createVendorModel(config: ModelConfig, deps: ModelDeps): Model {
  if (config.model.trim() === '') {
    throw new AppError('invalid_config', 'No model is named. Set model to one that the provider offers.')
  }
  const endpoint = resolveEndpoint(config, deps)
  const { params } = config
  if (config.provider === 'openai') return responsesModel(endpoint, params)
  if (config.provider === 'anthropic') return anthropicModel(endpoint, params)
  return chatCompletionsModel(endpoint, { params, quirks: CHAT_QUIRKS[config.provider] })
}
