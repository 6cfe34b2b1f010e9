export { listModels } from './list-models.ts'
export { openModels } from './open-models.ts'
export { withRetries } from './with-retries.ts'
