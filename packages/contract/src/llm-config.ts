import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { Description, Name, text } from './text.ts'
import { LocalTimestamp } from './timestamp.ts'

/** `ollama` is the self-hosted runtime and stands for any OpenAI-compatible server at `base_url`. */
const PROVIDERS = ['openai', 'anthropic', 'gemini', 'deepseek', 'ollama'] as const
export const Provider = z.enum(PROVIDERS)
export type Provider = z.infer<typeof Provider>

export const LlmConfigId = z.int().min(1).max(2_147_483_647)

const temperature = z.number().min(0).max(2)
const topP = z.number().min(0).max(1)
const maxTokens = z.int().min(1)
const numeric = z.string().regex(/^\s*\d+(\.\d+)?\s*$/, 'must be a number')

/** Sent to the model: temperature, top_p, max_tokens. Other keys are stored and echoed, never sent. */
const ModelParams = z
  .object({ temperature: temperature.optional(), top_p: topP.optional(), max_tokens: maxTokens.optional() })
  .catchall(z.json())
export type ModelParams = z.infer<typeof ModelParams>

const LooseModelParams = z
  .object({
    temperature: z.union([temperature, numeric]).optional(),
    top_p: z.union([topP, numeric]).optional(),
    max_tokens: z.union([maxTokens, numeric]).optional(),
  })
  .catchall(z.json())

const Fields = z.object({
  provider: Provider,
  model: text(LIMITS.nameLength).min(1),
  base_url: text(LIMITS.urlLength).nullable().optional(),
  api_key: text(LIMITS.providerKeyLength).nullable().optional(),
  params: ModelParams.optional(),
  name: Name,
  description: Description.optional(),
})

/** The one reply that carries a provider key: to its owner, on these routes, never anywhere else. */
export const LlmConfig = z.object({
  id: LlmConfigId,
  user_id: z.string(),
  provider: Provider,
  model: z.string(),
  base_url: z.string().nullable(),
  api_key: z.string(),
  params: z.record(z.string(), z.json()),
  name: z.string(),
  description: z.string(),
  created_at: LocalTimestamp,
})
export type LlmConfig = z.infer<typeof LlmConfig>

const Params = z.object({ config_id: LlmConfigId })

export const createLlmConfig = endpoint({
  name: 'llmConfig.create',
  method: 'POST',
  path: '/llm_config',
  audience: 'user',
  summary: 'Create a language-model configuration',
  description:
    'base_url is required for the provider ollama. api_key may be empty until the configuration is used.',
  body: Fields,
  reply: data(LlmConfig),
})

export const getLlmConfig = endpoint({
  name: 'llmConfig.get',
  method: 'GET',
  path: '/llm_config/{config_id}',
  audience: 'user',
  summary: 'Get a language-model configuration',
  params: Params,
  reply: data(LlmConfig),
})

export const listLlmConfigs = endpoint({
  name: 'llmConfig.list',
  method: 'GET',
  path: '/llm_config',
  audience: 'user',
  summary: 'List my language-model configurations',
  reply: data(z.object({ models: z.array(LlmConfig) })),
})

export const updateLlmConfig = endpoint({
  name: 'llmConfig.update',
  method: 'PATCH',
  path: '/llm_config/{config_id}',
  audience: 'user',
  summary: 'Change a language-model configuration',
  description: 'Only sent fields change; params is replaced as a whole.',
  params: Params,
  body: Fields.partial(),
  reply: data(LlmConfig),
})

export const deleteLlmConfig = endpoint({
  name: 'llmConfig.delete',
  method: 'DELETE',
  path: '/llm_config/{config_id}',
  audience: 'user',
  summary: 'Delete a language-model configuration',
  description: 'Refused with 409 while an agent uses it.',
  params: Params,
  reply: emptyData,
})

export const listTemplates = endpoint({
  name: 'llmConfig.listTemplates',
  method: 'GET',
  path: '/llm_config_template',
  audience: 'user',
  summary: 'List the configurations the operator offers for copying',
  description: 'They have no key. Create a configuration of your own with these fields and your key.',
  isAddition: true,
  reply: data(z.object({ models: z.array(LlmConfig) })),
})

/** What an operator writes down for everybody: a configuration without its key. */
export const LlmConfigTemplate = Fields.omit({ api_key: true })

const ModelList = data(z.object({ models: z.array(z.object({ id: z.string(), name: z.string() })) }))

export const listModels = endpoint({
  name: 'llmConfig.listModels',
  method: 'POST',
  path: '/llm_config/models',
  audience: 'user',
  summary: 'Ask a provider which models it offers to a key',
  description: 'Nothing is saved. For a stored configuration see GET /llm_config/{config_id}/models.',
  isAddition: true,
  replay: 'nothing',
  body: Fields.pick({ provider: true, base_url: true, api_key: true }),
  reply: ModelList,
})

export const listConfigModels = endpoint({
  name: 'llmConfig.listConfigModels',
  method: 'GET',
  path: '/llm_config/{config_id}/models',
  audience: 'user',
  summary: 'Ask the provider of a configuration which models it offers',
  isAddition: true,
  params: Params,
  reply: ModelList,
})

export const testLlmConfig = endpoint({
  name: 'chat.test',
  method: 'POST',
  path: '/chat/test',
  audience: 'user',
  summary: 'Try a configuration without saving it',
  description: 'Fails with a sentence that says what is wrong, for example that no provider key was given.',
  body: Fields.extend({ params: LooseModelParams.optional(), name: text(LIMITS.nameLength).optional() }),
  reply: data(z.object({ response: z.string() })),
})
