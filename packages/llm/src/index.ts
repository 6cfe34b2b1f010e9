export { createModel } from './create-model.ts'
export { type ListedModel, listModels } from './list-models.ts'
export { type ModelConfig, type ModelDeps, PROVIDERS, type Provider } from './providers.ts'
export { type RetryOptions, withRetries } from './with-retries.ts'
