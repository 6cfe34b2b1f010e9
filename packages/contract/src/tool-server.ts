import * as z from 'zod'
import { PropertyInputs } from './agent.ts'
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

/** A tool as its server lists it now; the hints are the server's own word. */
const ListedTool = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: JsonObject,
  hints: z.object({
    title: z.string().optional(),
    readOnlyHint: z.boolean().optional(),
    destructiveHint: z.boolean().optional(),
    idempotentHint: z.boolean().optional(),
    openWorldHint: z.boolean().optional(),
  }),
})
export type ListedTool = z.infer<typeof ListedTool>

export const listServerTools = endpoint({
  name: 'mcp.listServerTools',
  method: 'POST',
  path: '/mcp/client/tools',
  audience: 'user',
  summary: 'Ask a tool server which tools it has',
  description:
    'For servers whose registry lists none, or that list them only to somebody with a configuration. properties are ' +
    'those of an agent; 409 where the server needs a sign-in.',
  isAddition: true,
  body: z.object({ tool_server_id: filledText(500), properties: PropertyInputs.optional() }),
  reply: data(z.object({ tools: z.array(ListedTool) })),
})
