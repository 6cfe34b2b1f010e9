import { deleteSession, getSession, updateSession } from '@parley/contract'
import { restRoute } from '#web/rest-route.ts'

export const PATCH = restRoute(updateSession)
export const GET = restRoute(getSession)
export const DELETE = restRoute(deleteSession)
