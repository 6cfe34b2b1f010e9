import type { Model } from '@parley/agent'
import type { ModelConfig, OfferedModel } from '@parley/domain'

/** Makes a model from its configuration. Throws `invalid_config`. */
export type OpenModel = (config: ModelConfig) => Model

/** Whether a model reads pictures. */
export type SeesPictures = (config: Pick<ModelConfig, 'provider' | 'model'>) => boolean

/** Returns the models that a provider offers. Throws like a model. */
export type ListOfferedModels = (config: ModelConfig, signal: AbortSignal) => Promise<OfferedModel[]>
