import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data } from './envelope.ts'
import { filledText, JsonObject, text } from './text.ts'

export const BUILTIN_TOOLS = ['find_metadata', 'execute_sql', 'create_graph'] as const
export type BuiltinTool = (typeof BUILTIN_TOOLS)[number]

const BuiltinToolEntry = z.object({
  tool_name: z.string(),
  description: z.string(),
  tool_server_id: z.string(),
  config: JsonObject,
})

export const ToolServerSummary = z.object({
  qualifiedName: z.string(),
  displayName: z.string(),
  description: z.string(),
  createdAt: z.string(),
  useCount: z.int(),
  homepage: z.string(),
})
export type ToolServerSummary = z.infer<typeof ToolServerSummary>

export const ToolServerDetails = z.object({
  qualifiedName: z.string(),
  displayName: z.string(),
  remote: z.boolean(),
  iconUrl: z.string(),
  connections: z.array(z.object({ type: z.string(), deploymentUrl: z.string(), configSchema: JsonObject })),
  security: z.object({ scanPassed: z.boolean() }),
  tools: z.array(z.object({ name: z.string(), description: z.string(), inputSchema: JsonObject })),
})
export type ToolServerDetails = z.infer<typeof ToolServerDetails>

export const listBuiltinTools = endpoint({
  name: 'mcp.listBuiltinTools',
  method: 'GET',
  path: '/mcp/client/parley',
  audience: 'user',
  summary: 'List the built-in tools',
  reply: data(z.object({ tools: z.array(BuiltinToolEntry) })),
})

export const searchToolServers = endpoint({
  name: 'mcp.search',
  method: 'GET',
  path: '/mcp/client/search',
  audience: 'user',
  summary: 'Search tool servers',
  query: z.object({ q: text(500).optional(), page: z.int().min(1).max(100_000).optional() }),
  reply: data(
    z.object({
      servers: z.array(ToolServerSummary),
      page: z.int(),
      page_size: z.int(),
      total: z.int().nullable(),
    }),
  ),
})

export const getToolServer = endpoint({
  name: 'mcp.server',
  method: 'GET',
  path: '/mcp/client/server',
  audience: 'user',
  summary: 'Get the details of a tool server',
  query: z.object({ q: filledText(500) }),
  reply: data(z.object({ server: ToolServerDetails })),
})
