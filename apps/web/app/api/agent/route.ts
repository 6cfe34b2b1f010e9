import { createAgent, listAgents } from '@parley/contract'
import { restRoute } from '#web/rest-route.ts'

export const POST = restRoute(createAgent)
export const GET = restRoute(listAgents)
