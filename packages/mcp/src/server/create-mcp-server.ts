import {
  createMcpHandler,
  hostHeaderValidationResponse,
  originValidationResponse,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import type { Tool } from '@parley/agent'
import type { JsonObject } from '@parley/domain'
import type { ToolHints } from '../tool-server/types.ts'
import { type ServedFile, serveFiles } from './serve-files.ts'
import { serveTool } from './serve-tool.ts'

const MAX_BODY_BYTES = 1024 * 1024

/** A tool that the server offers, with hints about its behaviour. */
export type ServedTool = Tool & { readonly hints?: ToolHints }

export type McpServerInput<Owner> = {
  readonly name: string
  readonly version: string
  /** A few sentences for the client's model. */
  readonly instructions?: string
  /** The tools that this owner may call. Called for every request. Names are unique. */
  readonly tools: (owner: Owner) => Promise<readonly ServedTool[]>
  /**
   * Returns the file at a path that a result names in `artifacts`, or at the `uri` of such a file. Returns
   * null when there is none. Pictures and sounds are in the reply itself. For other files, the reply has the
   * address, which clients read as a resource. Without this function replies have text only.
   */
  readonly readFile?: (owner: Owner, uri: string) => Promise<ServedFile | null>
  /**
   * Host names of the service. A request for another host name, or from a page of another host, gets 403, so
   * that a web page cannot call a service on its visitor's machine.
   */
  readonly allowedHosts: readonly string[]
  /** Timeout of a call in milliseconds, for tools that have no `timeoutMs`. Default 120,000. */
  readonly callMs?: number
}

export type McpServer<Owner> = {
  /** Handles one HTTP request of an authenticated owner. */
  readonly handle: (request: Request, owner: Owner) => Promise<Response>
}

/**
 * Creates a tool server over streamable HTTP, for clients of the newest revision and of those with a
 * handshake. It keeps no state between requests, so any replica can handle any of them.
 */
export function createMcpServer<Owner>(input: McpServerInput<Owner>): McpServer<Owner> {
  const allowedHosts = [...input.allowedHosts]
  return {
    handle: async (request, owner) => {
      const refusal =
        hostHeaderValidationResponse(request, allowedHosts) ?? originValidationResponse(request, allowedHosts)
      if (refusal) return refusal
      const handler = createMcpHandler(() => serverFor(input, owner), { maxRequestBodySize: MAX_BODY_BYTES })
      return handler.fetch(request)
    },
  }
}

function serverFor<Owner>(input: McpServerInput<Owner>, owner: Owner): Server {
  const { name, version, instructions, callMs = 120_000, readFile } = input
  const capabilities = { tools: {}, ...(readFile ? { resources: {} } : {}) }
  const server = new Server({ name, version }, { capabilities, ...(instructions ? { instructions } : {}) })
  if (readFile) serveFiles(server, (uri) => readFile(owner, uri))
  server.setRequestHandler('tools/list', async () => {
    const tools = await input.tools(owner)
    return {
      tools: tools.map((tool) => ({
        name: tool.name,
        description: tool.description,
        inputSchema: { ...tool.parameters, type: 'object' as const },
        ...(tool.hints ? { annotations: tool.hints } : {}),
      })),
    }
  })
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = (await input.tools(owner)).find((entry) => entry.name === params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    return serveTool(tool, {
      // The input was parsed from JSON, so it is plain JSON.
      input: (params.arguments ?? {}) as JsonObject,
      callMs: tool.timeoutMs ?? callMs,
      readFile: async (path) => readFile?.(owner, path) ?? null,
      request: context.mcpReq,
    })
  })
  return server
}
