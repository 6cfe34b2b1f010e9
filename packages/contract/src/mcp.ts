import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { filledText, JsonObject, text } from './text.ts'
import { PropertyInputs } from './tool-binding.ts'

const QualifiedName = filledText(LIMITS.searchLength).meta({
  description: 'The id of a tool server, as a search returns it in `qualifiedName`.',
  examples: ['acme/mail'],
})

export const BUILTIN_TOOLS = ['find_metadata', 'execute_sql', 'create_graph'] as const
export type BuiltinTool = (typeof BUILTIN_TOOLS)[number]
/** Built-in tools besides those of the specification. They are not listed, and off unless an agent binds them. */
export const OPTIONAL_TOOLS = ['ask_user'] as const

const BuiltinToolEntry = z
  .object({
    tool_name: z.string().meta({ description: 'The name of the tool.', examples: ['execute_sql'] }),
    description: z.string().describe('What the tool does.'),
    tool_server_id: z.string().meta({ description: 'Always `parley`.', examples: ['parley'] }),
    config: JsonObject,
  })
  .meta({ id: 'BuiltinTool', description: 'A tool of the service itself.' })

export const ToolServerSummary = z
  .object({
    qualifiedName: z.string().describe('The id of the server, for bindings.'),
    displayName: z.string().describe('The display name.'),
    description: z.string().describe('What the server offers.'),
    createdAt: z.string().describe('When the server was registered (ISO 8601).'),
    useCount: z.int().describe('How often the server was used, as the registry counts.'),
    homepage: z.string().describe('The address of its page; may be empty.'),
  })
  .meta({ id: 'ToolServerSummary', description: 'A tool server as a search shows it.' })
export type ToolServerSummary = z.infer<typeof ToolServerSummary>

export const ToolServerDetails = z
  .object({
    qualifiedName: z.string().describe('The id of the server, for bindings.'),
    displayName: z.string().describe('The display name.'),
    remote: z.boolean().describe('Whether the server can be reached over the network.'),
    iconUrl: z.string().describe('The address of its picture; may be empty.'),
    connections: z
      .array(
        z.object({
          type: z.string().describe('The transport.'),
          deploymentUrl: z.string().describe('The address of the server.'),
          configSchema: JsonObject,
        }),
      )
      .describe('The ways to reach the server.'),
    security: z
      .object({ scanPassed: z.boolean().describe('Whether a security scan has passed.') })
      .describe('What the registry knows about its security.'),
    tools: z
      .array(
        z.object({
          name: z.string().describe('The name of the tool.'),
          description: z.string().describe('What the tool does.'),
          inputSchema: JsonObject,
        }),
      )
      .describe('The tools that the registry lists.'),
  })
  .meta({ id: 'ToolServerDetails', description: 'A tool server with its tools.' })
export type ToolServerDetails = z.infer<typeof ToolServerDetails>

/** A tool as its server lists it now. The hints come from the server and are not verified. */
const ListedTool = z
  .object({
    name: z.string().describe('The name of the tool.'),
    description: z.string().describe('What the tool does.'),
    inputSchema: JsonObject,
    hints: z
      .object({
        title: z.string().optional().describe('The display name.'),
        readOnlyHint: z.boolean().optional().describe('Whether the tool only reads.'),
        destructiveHint: z.boolean().optional().describe('Whether the tool may destroy something.'),
        idempotentHint: z.boolean().optional().describe('Whether a repeated call changes nothing further.'),
        openWorldHint: z.boolean().optional().describe('Whether the tool reaches beyond its server.'),
      })
      .describe('What the server says about the tool. It is not verified.'),
  })
  .meta({ id: 'ListedTool', description: 'A tool as its server lists it now.' })
export type ListedTool = z.infer<typeof ListedTool>

/** Whether a tool server requires a sign-in, and whether the caller has signed in. */
const SignInState = z.enum(['not_needed', 'needed', 'signed_in'])
export type SignInState = z.infer<typeof SignInState>

export const mcp = {
  /** List the built-in tools. */
  listBuiltinTools: endpoint({
    name: 'mcp.listBuiltinTools',
    method: 'GET',
    path: '/mcp/client/parley',
    audience: 'user',
    scopes: ['read'],
    summary: 'List the built-in tools',
    reply: data(z.object({ tools: z.array(BuiltinToolEntry).describe('The built-in tools.') })),
  }),

  /** Search tool servers. */
  search: endpoint({
    name: 'mcp.search',
    method: 'GET',
    path: '/mcp/client/search',
    audience: 'user',
    scopes: ['read'],
    summary: 'Search tool servers',
    failures: [502, 504],
    query: z.object({
      q: text(LIMITS.searchLength).optional().describe('Words to search for; empty lists all servers.'),
      page: z.int().min(1).max(100_000).optional().describe('The page, from 1.'),
    }),
    reply: data(
      z.object({
        servers: z.array(ToolServerSummary).describe('The servers of this page.'),
        page: z.int().describe('The page, from 1.'),
        page_size: z.int().describe('Servers on one page.'),
        total: z.int().nullable().describe('Servers in all; null where the registry does not say.'),
      }),
    ),
  }),

  /** Get the details of a tool server. */
  server: endpoint({
    name: 'mcp.server',
    method: 'GET',
    path: '/mcp/client/server',
    audience: 'user',
    scopes: ['read'],
    summary: 'Get the details of a tool server',
    failures: [404, 502, 504],
    query: z.object({ q: QualifiedName }),
    reply: data(z.object({ server: ToolServerDetails })),
  }),

  /** Ask a tool server which tools it has. */
  listServerTools: endpoint({
    name: 'mcp.listServerTools',
    method: 'POST',
    path: '/mcp/client/tools',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Ask a tool server which tools it has',
    failures: [404, 502, 504],
    description:
      'For servers whose registry lists no tools, or that list them only with a configuration. `properties` are those of a binding. Fails with 409 when the server requires a sign-in.',
    isAddition: true,
    body: z.object({ tool_server_id: QualifiedName, properties: PropertyInputs.optional() }),
    reply: data(
      z.object({
        tools: z.array(ListedTool).describe('The tools of the server.'),
        note: z.string().optional().describe('What was left out of a long list, in a sentence.'),
      }),
    ),
  }),

  /** Say whether a tool server needs me to sign in. */
  signInState: endpoint({
    name: 'mcp.signInState',
    method: 'GET',
    path: null,
    audience: 'person',
    summary: 'Say whether a tool server needs me to sign in',
    query: z.object({ q: QualifiedName }),
    reply: data(z.object({ state: SignInState })),
  }),

  /** Begin to sign in to a tool server. */
  startSignIn: endpoint({
    name: 'mcp.startSignIn',
    method: 'POST',
    path: null,
    audience: 'person',
    summary: 'Begin to sign in to a tool server',
    description:
      "`url` is the address for the browser; null when no sign-in is needed. `properties` are required only when the server's address depends on them.",
    body: z.object({ tool_server_id: QualifiedName, properties: PropertyInputs.optional() }),
    reply: data(z.object({ url: z.url().nullable() })),
  }),

  /** Forget my sign-in to a tool server. */
  endSignIn: endpoint({
    name: 'mcp.endSignIn',
    method: 'POST',
    path: null,
    audience: 'person',
    summary: 'Forget my sign-in to a tool server',
    body: z.object({ tool_server_id: QualifiedName }),
    reply: emptyData,
  }),
} as const
