import type { Secret } from './secret.ts'

/** The vendor of a model. `ollama` stands for every OpenAI-compatible server at `baseUrl`. */
export type Provider = 'openai' | 'anthropic' | 'gemini' | 'deepseek' | 'ollama'

/** The parameters that are sent to the vendor. */
export type SamplingParams = {
  readonly temperature?: number
  readonly topP?: number
  readonly maxTokens?: number
}

/** A language model as its owner configured it, with its key in the clear. */
export type ModelConfig = {
  readonly provider: Provider
  readonly model: string
  /** Empty when there is none. */
  readonly apiKey: Secret
  /** Null or empty except for the self-hosted runtime. */
  readonly baseUrl: string | null
  readonly params: SamplingParams
}

/** A model that a provider offers to a key. */
export type OfferedModel = {
  /** The value for `model` of a configuration. */
  readonly id: string
  readonly name: string
}
