import { refreshDataSource } from '@parley/contract'
import { restRoute } from '#web/rest-route.ts'

export const POST = restRoute(refreshDataSource)
