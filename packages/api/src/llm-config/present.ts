import type { JsonObject, LlmConfig as WireLlmConfig } from '@parley/contract'
import { isTemplate, type LlmConfig, type LlmConfigChange, Secret } from '@parley/core'

/** A configuration for its owner, provider key included; a template's key is never shown. */
export function presentLlmConfig(config: LlmConfig): WireLlmConfig {
  return {
    id: config.id,
    user_id: config.userId,
    provider: config.provider,
    model: config.model,
    base_url: config.baseUrl,
    api_key: isTemplate(config) ? '' : config.apiKey.reveal(),
    params: config.params,
    name: config.name,
    description: config.description,
    created_at: config.createdAt,
  }
}

type Fields = {
  readonly provider?: WireLlmConfig['provider'] | undefined
  readonly model?: string | undefined
  readonly base_url?: string | null | undefined
  readonly api_key?: string | null | undefined
  readonly params?: JsonObject | undefined
  readonly name?: string | undefined
  readonly description?: string | undefined
}

/** The fields a caller sent; an absent field stays absent, an empty base_url is none. */
export function readLlmConfigChange(fields: Fields): LlmConfigChange {
  return {
    ...(fields.provider !== undefined && { provider: fields.provider }),
    ...(fields.model !== undefined && { model: fields.model }),
    ...(fields.base_url !== undefined && { baseUrl: fields.base_url || null }),
    ...(fields.api_key !== undefined && { apiKey: new Secret(fields.api_key ?? '') }),
    ...(fields.params !== undefined && { params: fields.params }),
    ...(fields.name !== undefined && { name: fields.name }),
    ...(fields.description !== undefined && { description: fields.description }),
  }
}
