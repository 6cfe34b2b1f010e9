import { deleteAgent, getAgent, updateAgent } from '@parley/contract'
import { restRoute } from '#web/rest-route.ts'

export const GET = restRoute(getAgent)
export const PATCH = restRoute(updateAgent)
export const DELETE = restRoute(deleteAgent)
