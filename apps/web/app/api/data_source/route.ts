import { createDataSource, listDataSources } from '@parley/contract'
import { restRoute } from '#web/rest-route.ts'

export const POST = restRoute(createDataSource)
export const GET = restRoute(listDataSources)
