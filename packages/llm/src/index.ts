export { listModels } from './list-models.ts'
export { openModels } from './open-models.ts'
export { seesPictures } from './see-pictures.ts'
export { withRetries } from './with-retries.ts'
