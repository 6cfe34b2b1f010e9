import { startSignIn as endpoint } from '@parley/contract'
import { startSignIn as start } from '@parley/core'
import { readToolProperties } from '../agent/present.ts'
import { mutation } from '../procedure/implement.ts'

export const startSignIn = mutation(endpoint, async ({ deps, owner, input }) => ({
  url: await start(deps, owner, {
    toolServerId: input.tool_server_id,
    properties: readToolProperties(input.properties ?? []),
  }),
}))
