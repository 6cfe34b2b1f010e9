import { listServerTools as endpoint } from '@parley/contract'
import { listServerTools as list } from '@parley/core'
import { readToolProperties } from '../agent/present.ts'
import { mutation } from '../procedure/implement.ts'

export const listServerTools = mutation(endpoint, async ({ deps, owner, input }) => ({
  tools: await list(deps, owner, {
    toolServerId: input.tool_server_id,
    properties: readToolProperties(input.properties ?? []),
  }),
}))
