import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { Description, JsonObject, JsonValue, Name, text } from './text.ts'
import { LocalTimestamp } from './timestamp.ts'
import { UserId } from './user.ts'

/** `ollama` is the self-hosted runtime and stands for any OpenAI-compatible server at `base_url`. */
const PROVIDERS = ['openai', 'anthropic', 'gemini', 'deepseek', 'ollama'] as const
export const Provider = z.enum(PROVIDERS).meta({
  id: 'Provider',
  description: 'The vendor. `ollama` stands for every OpenAI-compatible server at `base_url`.',
})

export const LlmConfigId = z
  .int()
  .min(1)
  .max(LIMITS.integer)
  .meta({ description: 'The id of a language-model configuration.', examples: [1] })

const temperature = z.number().min(0).max(2).describe('How much answers vary, from 0 to 2.')
const topP = z.number().min(0).max(1).describe('Nucleus sampling, from 0 to 1.')
const maxTokens = z
  .int()
  .min(1)
  .max(LIMITS.integer)
  .meta({ description: 'Maximum tokens of one answer.', examples: [1000] })
const numeric = z.string().regex(/^\s*\d+(\.\d+)?\s*$/, 'must be a number')

const TOO_LONG = `must be at most ${LIMITS.paramsLength} characters of JSON text`

function isShort(params: object): boolean {
  return JSON.stringify(params).length <= LIMITS.paramsLength
}

/** Sent to the model: temperature, top_p, max_tokens. Other keys are stored and echoed, never sent. */
const ModelParams = z
  .object({ temperature: temperature.optional(), top_p: topP.optional(), max_tokens: maxTokens.optional() })
  .catchall(JsonValue)
  .refine(isShort, TOO_LONG)
  .meta({
    id: 'ModelParams',
    description:
      'temperature, top_p and max_tokens are sent to the model; other keys are stored and returned.',
    examples: [{ temperature: 0.2 }],
  })

const LooseModelParams = z
  .object({
    temperature: z
      .union([temperature, numeric])
      .optional()
      .describe('A number from 0 to 2, or such a number as text.'),
    top_p: z.union([topP, numeric]).optional().describe('A number from 0 to 1, or such a number as text.'),
    max_tokens: z
      .union([maxTokens, numeric])
      .optional()
      .describe('A whole number, or such a number as text.'),
  })
  .catchall(JsonValue)
  .refine(isShort, TOO_LONG)
  .meta({ id: 'UnsavedModelParams', description: 'As `params` of a configuration; numbers may be text.' })

const Fields = z.object({
  provider: Provider,
  model: text(LIMITS.nameLength)
    .min(1)
    .meta({ description: 'The name of the model, as the vendor spells it.', examples: ['gpt-5'] }),
  base_url: text(LIMITS.urlLength)
    .nullable()
    .optional()
    .meta({
      description: 'The address of the API; required for `ollama`.',
      examples: ['http://127.0.0.1:11434/v1'],
    }),
  api_key: text(LIMITS.providerKeyLength)
    .nullable()
    .optional()
    .meta({ description: 'The key of the vendor. It is stored encrypted.', examples: [''] }),
  params: ModelParams.optional(),
  name: Name,
  description: Description.optional(),
})

/** The fields of a configuration that is tried without being stored; numbers may be numeric strings. */
export const UnsavedLlmConfig = Fields.extend({
  params: LooseModelParams.optional(),
  name: text(LIMITS.nameLength).optional().describe('Ignored; a stored configuration has a name.'),
})

/** The only reply that carries a provider key. It goes to the owner of the key. */
export const LlmConfig = z
  .object({
    id: LlmConfigId,
    user_id: UserId,
    provider: Provider,
    model: z.string().describe('The name of the model, as the vendor spells it.'),
    base_url: z.string().nullable().describe("The address of the API; null for the vendor's own address."),
    api_key: z
      .string()
      .describe(
        'The key of the vendor. Empty for templates, for API keys without the scope `secrets`, and when the service can no longer decrypt it: then set it again.',
      ),
    params: JsonObject,
    name: z.string().describe('The name of the configuration.'),
    description: z.string().describe('What the configuration is for.'),
    created_at: LocalTimestamp,
  })
  .meta({ id: 'LlmConfig', description: 'A language model and how to call it.' })
export type LlmConfig = z.infer<typeof LlmConfig>

const Params = z.object({ config_id: LlmConfigId })

/** A configuration that the operator offers to all users, without its key. */
export const LlmConfigTemplate = Fields.omit({ api_key: true })

const OfferedModel = z
  .object({
    id: z.string().describe('The value for `model` of a configuration.'),
    name: z.string().describe('The display name.'),
  })
  .meta({ id: 'OfferedModel', description: 'A model that a vendor offers.' })

const ModelList = data(
  z.object({ models: z.array(OfferedModel).describe('The models that the key may use.') }),
)

export const llmConfig = {
  /** Create a language-model configuration. */
  create: endpoint({
    name: 'llmConfig.create',
    method: 'POST',
    path: '/llm_config',
    audience: 'user',
    scopes: ['manage'],
    event: { target: 'id', about: ['name', 'provider', 'model'] },
    summary: 'Create a language-model configuration',
    description:
      'base_url is required for the provider ollama. api_key may be empty until the configuration is used.',
    example: { provider: 'ollama', model: 'gpt-oss', base_url: 'http://127.0.0.1:11434/v1', name: 'Local' },
    body: Fields,
    reply: data(LlmConfig),
  }),

  /** Get a language-model configuration. */
  get: endpoint({
    name: 'llmConfig.get',
    method: 'GET',
    path: '/llm_config/{config_id}',
    version: 'whole',
    audience: 'user',
    scopes: ['read'],
    summary: 'Get a language-model configuration',
    params: Params,
    reply: data(LlmConfig),
  }),

  /** List my language-model configurations. */
  list: endpoint({
    name: 'llmConfig.list',
    method: 'GET',
    path: '/llm_config',
    audience: 'user',
    scopes: ['read'],
    summary: 'List my language-model configurations',
    description: 'Without a query: all of them. With one, an addition: a page of them, with next_cursor.',
    query: z.object(PAGE_QUERY),
    reply: data(
      z.object({
        models: z.array(LlmConfig).describe('The configurations.'),
        next_cursor: NextCursor.optional(),
      }),
    ),
  }),

  /** Change a language-model configuration. */
  update: endpoint({
    name: 'llmConfig.update',
    method: 'PATCH',
    path: '/llm_config/{config_id}',
    version: 'whole',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Change a language-model configuration',
    failures: [403],
    description: 'Only the sent fields change. `params` is replaced as a whole.',
    example: { name: 'Local, careful', params: { temperature: 0.2 } },
    params: Params,
    body: Fields.partial(),
    reply: data(LlmConfig),
  }),

  /** Delete a language-model configuration. */
  delete: endpoint({
    name: 'llmConfig.delete',
    method: 'DELETE',
    path: '/llm_config/{config_id}',
    audience: 'user',
    scopes: ['manage'],
    event: { target: 'config_id' },
    summary: 'Delete a language-model configuration',
    failures: [403, 409],
    description: 'Fails with 409 while an agent uses it.',
    params: Params,
    reply: emptyData,
  }),

  /** List the configurations the operator offers for copying. */
  listTemplates: endpoint({
    name: 'llmConfig.listTemplates',
    method: 'GET',
    path: '/llm_config_template',
    audience: 'user',
    scopes: ['read'],
    summary: 'List the configurations the operator offers for copying',
    description: 'They have no key. Create your own configuration with these fields and your key.',
    isAddition: true,
    reply: data(z.object({ models: z.array(LlmConfig).describe('The configurations.') })),
  }),

  /** Ask a provider which models it offers to a key. */
  listModels: endpoint({
    name: 'llmConfig.listModels',
    method: 'POST',
    path: '/llm_config/models',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Ask a provider which models it offers to a key',
    failures: [502, 504],
    description: 'Nothing is saved. For a stored configuration see GET /llm_config/{config_id}/models.',
    isAddition: true,
    replay: 'nothing',
    example: { provider: 'ollama', base_url: 'http://127.0.0.1:11434/v1' },
    body: Fields.pick({ provider: true, base_url: true, api_key: true }),
    reply: ModelList,
  }),

  /** Ask the provider of a configuration which models it offers. */
  listConfigModels: endpoint({
    name: 'llmConfig.listConfigModels',
    method: 'GET',
    path: '/llm_config/{config_id}/models',
    audience: 'user',
    scopes: ['read'],
    summary: 'Ask the provider of a configuration which models it offers',
    failures: [502, 504],
    isAddition: true,
    params: Params,
    reply: ModelList,
  }),
} as const
