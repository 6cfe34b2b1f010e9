import { listToolProblems } from '@parley/contract'
import { restRoute } from '#web/rest-route.ts'

export const GET = restRoute(listToolProblems)
