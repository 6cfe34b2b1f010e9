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
import { serveFiles } from './serve-files.ts'
import { serveTool } from './serve-tool.ts'

const MAX_BODY_BYTES = 1024 * 1024

/** A tool as it is offered to others, with hints about its behaviour. */
export type ServedTool = Tool & { readonly hints?: ToolHints }

/** A file a tool left, and where a client finds it by itself. */
export type ServedFile = {
  readonly uri: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

export type McpServerInput<Owner> = {
  readonly name: string
  readonly version: string
  /** A few sentences for the model at the other end. */
  readonly instructions?: string
  /** The tools this owner may call, asked for every request; names are unique. */
  readonly tools: (owner: Owner) => Promise<readonly ServedTool[]>
  /**
   * The file at a path that a result names among its `artifacts`, or at the `uri` of such a file; null where there is
   * none. Pictures and sounds go into the reply, of others goes the address, which clients read as a resource. Without
   * it replies have text only.
   */
  readonly readFile?: (owner: Owner, place: string) => Promise<ServedFile | null>
  /**
   * Host names under which the service is reached. A request for another one, or from a page of another
   * one, is refused with 403: a web page must not talk to a service on its visitor's machine.
   */
  readonly allowedHosts: readonly string[]
  /** Timeout of a call in milliseconds, for tools that have no `timeoutMs`. Default 120,000. */
  readonly callMs?: number
}

export type McpServer<Owner> = {
  /** Answers one HTTP request of an owner who is already authenticated. */
  readonly handle: (request: Request, owner: Owner) => Promise<Response>
}

/**
 * A tool server over streamable HTTP, for clients of the newest revision and of those with a handshake. It
 * holds nothing between two requests, so that any replica can answer any of them.
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
      // It was read from JSON, so it holds nothing but JSON.
      input: (params.arguments ?? {}) as JsonObject,
      callMs: tool.timeoutMs ?? callMs,
      readFile: async (path) => readFile?.(owner, path) ?? null,
      request: context.mcpReq,
    })
  })
  return server
}
