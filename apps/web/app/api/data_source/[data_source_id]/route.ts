import { deleteDataSource, getDataSource } from '@parley/contract'
import { restRoute } from '#web/rest-route.ts'

export const GET = restRoute(getDataSource)
export const DELETE = restRoute(deleteDataSource)
