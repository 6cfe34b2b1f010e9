import { Provider as ProviderSchema, TEMPLATE_USER_ID } from '@parley/contract'
import { DEFAULT_OWNER, type OwnerId, type StoredLlmConfig } from '@parley/db'
import { type ModelConfig, type Provider, type SamplingParams, Secret } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { Cipher, SecretPlace } from '../secrets/cipher.ts'
import { decryptReadable, unreadableSecret } from '../secrets/unreadable-secret.ts'

type Deps = { readonly cipher: Cipher }

/** A stored configuration with its key in the clear, for its owner and for the model behind it. */
export type OpenedLlmConfig = Omit<StoredLlmConfig, 'apiKeyCipher' | 'provider'> & {
  readonly provider: Provider
  readonly apiKey: Secret
  /** False when a key is stored and no configured master key opens it; `apiKey` is empty then. */
  readonly isKeyReadable: boolean
}

/**
 * Decrypts the provider key of a row that `owner` may read. A template's key is used but never shown. A key that
 * cannot be read is empty, so that lists return all records and the owner can store the key again; `toModelConfig`
 * refuses such a configuration.
 */
export function openLlmConfig(deps: Deps, owner: OwnerId, row: StoredLlmConfig): OpenedLlmConfig {
  const { apiKeyCipher, ...fields } = row
  const place = llmConfigPlace(row.id, isTemplate(row) ? DEFAULT_OWNER : owner)
  const apiKey = apiKeyCipher ? decryptReadable(deps.cipher, apiKeyCipher, place) : new Secret('')
  return {
    ...fields,
    provider: ProviderSchema.parse(row.provider),
    apiKey: apiKey ?? new Secret(''),
    isKeyReadable: apiKey !== null,
  }
}

/** The place that the ciphertext of a configuration's key is bound to. */
export function llmConfigPlace(id: number, ownerId: string): SecretPlace {
  return { table: 'llm_config', row: String(id), owner: ownerId }
}

/** Whether a row is one of the operator's templates: all users can read it, none can change it. */
export function isTemplate(row: { readonly userId: string }): boolean {
  return row.userId === TEMPLATE_USER_ID
}

/** Throws `invalid_config` when a self-hosted runtime has no address: there is no default one. */
export function requireBaseUrl(config: {
  readonly provider: Provider
  readonly baseUrl: string | null
}): void {
  if (config.provider !== 'ollama') return
  if (!config.baseUrl) {
    throw new AppError(
      'invalid_config',
      'The provider ollama needs base_url: the address of an OpenAI-compatible server.',
    )
  }
  if (!URL.canParse(config.baseUrl) || !/^https?:$/.test(new URL(config.baseUrl).protocol)) {
    throw new AppError('invalid_config', 'base_url must be an http or https address.')
  }
}

/** What a model call needs beyond what storing needs. Throws `invalid_config` with the thing that is missing. */
export function requireUsable(config: ModelConfig): ModelConfig {
  requireBaseUrl(config)
  if (config.provider !== 'ollama' && config.apiKey.isEmpty) {
    throw new AppError(
      'invalid_config',
      `No provider key was given: set api_key of the ${config.provider} configuration.`,
    )
  }
  return config
}

/** The part of a stored configuration that a model is made from. Throws `invalid_config` when its key cannot be read. */
export function toModelConfig(config: OpenedLlmConfig): ModelConfig {
  if (!config.isKeyReadable) {
    throw unreadableSecret({
      secret: `The provider key of the LLM configuration "${config.name}"`,
      repair: 'set api_key again',
    })
  }
  return {
    provider: config.provider,
    model: config.model,
    baseUrl: config.baseUrl,
    apiKey: config.apiKey,
    params: readModelParams(config.params),
  }
}

/**
 * Picks the parameters that are sent to the model. Accepts numeric strings. Throws `invalid_config` for a value out of
 * range.
 */
export function readModelParams(params: Readonly<Record<string, unknown>>): SamplingParams {
  const temperature = readNumber(params, 'temperature', 2)
  const topP = readNumber(params, 'top_p', 1)
  const maxTokens = readNumber(params, 'max_tokens', Number.MAX_SAFE_INTEGER)
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(maxTokens !== undefined && maxTokens >= 1 && { maxTokens: Math.floor(maxTokens) }),
  }
}

function readNumber(params: Readonly<Record<string, unknown>>, key: string, max: number): number | undefined {
  const value = params[key]
  if (value === undefined) return undefined
  const number = Number(value)
  if (number >= 0 && number <= max) return number
  throw new AppError('invalid_config', `params.${key} must be a number from 0 to ${max}.`)
}
