import { listTemplates } from '@parley/contract'
import { restRoute } from '#web/rest-route.ts'

export const GET = restRoute(listTemplates)
