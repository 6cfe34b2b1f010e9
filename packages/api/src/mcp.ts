import { BUILTIN_SERVER_ID, BUILTIN_TOOLS, LIMITS, OPERATIONS } from '@parley/contract'
import {
  BUILTIN_TOOL_PURPOSES,
  endSignIn,
  getSignInState,
  getToolServer,
  listServerTools,
  searchToolServers,
  startSignIn,
} from '@parley/core'
import { readToolProperties } from './present/agent.ts'
import { procedures } from './procedure/procedures.ts'

export const mcp = procedures(OPERATIONS.mcp, {
  listBuiltinTools: async () => ({
    tools: BUILTIN_TOOLS.map((tool_name) => ({
      tool_name,
      description: BUILTIN_TOOL_PURPOSES[tool_name],
      tool_server_id: BUILTIN_SERVER_ID,
      config: {},
    })),
  }),

  search: async ({ deps, input }) => {
    const page = input.page ?? 1
    const { servers, total } = await searchToolServers(deps, { query: input.q ?? '', page })
    return { servers: [...servers], page, page_size: LIMITS.searchPageSize, total }
  },

  server: async ({ deps, owner, input }) => ({ server: await getToolServer(deps, owner, input.q) }),

  listServerTools: async ({ deps, owner, input }) => {
    const tools = await listServerTools(deps, owner, {
      toolServerId: input.tool_server_id,
      properties: readToolProperties(input.properties ?? []),
    })
    return { tools, ...(tools.length >= LIMITS.listedTools && { note: LONG_LIST }) }
  },

  signInState: async ({ deps, owner, input }) => ({ state: await getSignInState(deps, owner, input.q) }),

  startSignIn: async ({ deps, owner, input }) => ({
    url: await startSignIn(deps, owner, {
      toolServerId: input.tool_server_id,
      properties: readToolProperties(input.properties ?? []),
    }),
  }),

  endSignIn: async ({ deps, owner, input }) => {
    await endSignIn(deps, owner, input.tool_server_id)
    return {}
  },
})

const LONG_LIST = `Only the first ${LIMITS.listedTools} tools of a server are listed; the server may have more.`
