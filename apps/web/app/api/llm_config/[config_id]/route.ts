import { deleteLlmConfig, getLlmConfig, updateLlmConfig } from '@parley/contract'
import { restRoute } from '#web/rest-route.ts'

export const GET = restRoute(getLlmConfig)
export const PATCH = restRoute(updateLlmConfig)
export const DELETE = restRoute(deleteLlmConfig)
