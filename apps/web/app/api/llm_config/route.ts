import { createLlmConfig, listLlmConfigs } from '@parley/contract'
import { restRoute } from '#web/rest-route.ts'

export const POST = restRoute(createLlmConfig)
export const GET = restRoute(listLlmConfigs)
