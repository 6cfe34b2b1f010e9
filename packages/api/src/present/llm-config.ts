import type {
  InputOf,
  OPERATIONS,
  LlmConfig as WireLlmConfig,
  LlmConfigTemplate as WireTemplate,
} from '@parley/contract'
import {
  isTemplate,
  type LlmConfigChange,
  type LlmConfigTemplate,
  type OpenedLlmConfig,
  readModelParams,
} from '@parley/core'
import { Secret } from '@parley/domain'
import type * as z from 'zod'

/** A configuration for its owner. Its provider key is empty for a template and for a caller who sees no secrets. */
export function presentLlmConfig(config: OpenedLlmConfig, seesSecrets: boolean): WireLlmConfig {
  return {
    id: config.id,
    user_id: config.userId,
    provider: config.provider,
    model: config.model,
    base_url: config.baseUrl,
    api_key: seesSecrets && !isTemplate(config) ? config.apiKey.reveal() : '',
    params: config.params,
    name: config.name,
    description: config.description,
    created_at: config.createdAt,
  }
}

/** The fields that a caller sent. An absent field stays absent; an empty base_url becomes null. */
export function readLlmConfigChange(fields: InputOf<typeof OPERATIONS.llmConfig.update>): LlmConfigChange {
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

/** A template as the operator's file has it, which is a configuration as it is sent, without a key. */
export function readLlmConfigTemplate(fields: z.output<typeof WireTemplate>): LlmConfigTemplate {
  const { base_url, params = {}, description = '', ...template } = fields
  return { ...template, description, baseUrl: base_url || null, params }
}

/** A configuration that a caller tries without storing it. */
export function readUnsavedConfig(input: InputOf<typeof OPERATIONS.chat.test>) {
  return {
    provider: input.provider,
    model: input.model,
    baseUrl: input.base_url || null,
    apiKey: new Secret(input.api_key ?? ''),
    params: readModelParams(input.params ?? {}),
  }
}
