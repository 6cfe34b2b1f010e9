import { listServerTools } from '@parley/contract'
import { restRoute } from '#web/rest-route.ts'

export const POST = restRoute(listServerTools)
