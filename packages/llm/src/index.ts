export { createModel } from './create-model.ts'
export { type ModelConfig, type ModelDeps, PROVIDERS, type Provider } from './providers.ts'
