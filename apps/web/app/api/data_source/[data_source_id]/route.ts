import { deleteDataSource, getDataSource, updateDataSource } from '@parley/contract'
import { restRoute } from '#web/rest-route.ts'

export const GET = restRoute(getDataSource)
export const PATCH = restRoute(updateDataSource)
export const DELETE = restRoute(deleteDataSource)
